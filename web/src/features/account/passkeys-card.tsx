import { Trans, useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { account, type Passkey } from "#contracts/account.ts";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { NameCell } from "../../ui/table.tsx";
import { useInvalidateAccount } from "./account-page.tsx";
import styles from "./account.module.css";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const loadDialog = () => import("./add-passkey-dialog.tsx");
const AddPasskeyDialog = lazyPart(loadDialog);

export function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [adding, setAdding] = useState(false);
  return (
    <Card title={<Trans>Passkeys</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          <Trans>
            Sign in with your device's screen lock, a security key, or your phone instead of a
            password.
          </Trans>
        </p>
        {passkeys.length > 0 && (
          <ul className={styles["rows"]}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
        <Button
          icon="plus"
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setAdding(true)}
        >
          <Trans>Add passkey</Trans>
        </Button>
      </div>
      {adding && (
        <Suspense>
          <AddPasskeyDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useLingui();
  const changed = useInvalidateAccount();
  const remove = useEndpointAction(account.removePasskey, {
    invalidates: [],
    successMessage: () => t`Passkey ${name} removed`,
  });
  return (
    <li>
      <NameCell
        subtitle={
          <>
            <Trans>
              Added <RelativeTime at={createdAt} />
            </Trans>
            {lastUsedAt !== null && (
              <>
                {" · "}
                <Trans>
                  last used <RelativeTime at={lastUsedAt} />
                </Trans>
              </>
            )}
          </>
        }
      >
        {name}
      </NameCell>
      <Button
        aria-label={t`Remove ${name}`}
        onClick={() =>
          openConfirmDialog({
            severity: "disruptive",
            title: t`Remove passkey ${name}?`,
            confirmLabel: t`Remove ${name}`,
            text: t`You'll no longer be able to sign in with it. Your device may still offer it, so delete it there too.`,
            action: async () => {
              await remove.run({ path: { passkey: id } });
              await changed();
            },
            code: remove.code({ path: { passkey: id } }),
          })
        }
      >
        <Trans>Remove</Trans>
      </Button>
    </li>
  );
}
