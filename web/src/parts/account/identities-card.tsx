import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { type Account, account } from "#contracts/account.ts";
import type { SignInProvider } from "#contracts/auth.ts";
import { confirm } from "../../blocks/confirm.ts";
import { useAction } from "../../blocks/use-action.ts";
import { leaveForProvider, providerNames, providersRead } from "../../lib/other-sign-in.ts";
import { useSelf } from "../../lib/session.ts";
import { wordCode, wordProblem } from "../../lib/wording.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/facts.tsx";
import { Callout } from "../../ui/notices.tsx";
import { NameCell } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useAccountChanged } from "./account-page.tsx";
import styles from "./account.module.css";

/** Accounts elsewhere one signs in with; not shown where the installation offers none. */
export function IdentitiesCard({ known }: { known: Account }) {
  const { i18n } = useLingui();
  const { data } = useQuery(providersRead);
  const refused = useRouterState({ select: ({ location }) => location.state.refused });
  const linked = known.identities;
  const offered = (data?.providers ?? []).filter(
    (provider) => !linked.some((identity) => identity.provider === provider),
  );
  if (linked.length === 0 && offered.length === 0) return null;
  return (
    <Card title={<Trans>Linked accounts</Trans>}>
      {refused !== undefined && (
        <div className={styles["pad"]}>
          <Callout tone="bad">{wordCode(i18n, refused)}</Callout>
        </div>
      )}
      <ul className={styles["rows"]}>
        {linked.map((identity) => (
          <Linked key={identity.id} identity={identity} known={known} />
        ))}
        {offered.map((provider) => (
          <Offered key={provider} provider={provider} />
        ))}
      </ul>
    </Card>
  );
}

function Linked({
  identity: { id, provider, email, linkedAt },
  known,
}: {
  identity: Account["identities"][number];
  known: Account;
}) {
  const { t } = useLingui();
  const { user } = useSelf();
  const changed = useAccountChanged();
  const name = providerNames[provider];
  const unlink = useAction(account.update, {
    refreshes: [],
    done: () => t`${name} unlinked`,
  });
  const input = { body: { attribute: "unlinkIdentity", identityId: id } } as const;
  const isOnlyWay =
    !user.hasPassword && known.identities.length === 1 && known.passkeys.length === 0;
  return (
    <li>
      <NameCell
        second={
          <Trans>
            {email} · linked <Time at={linkedAt} />
          </Trans>
        }
      >
        {name}
      </NameCell>
      <Tooltip text={isOnlyWay ? t`Set a password first. This is your only way to sign in.` : null}>
        {(describedBy) => (
          <Button
            aria-label={t`Unlink ${name}`}
            aria-describedby={describedBy}
            disabled={isOnlyWay}
            onClick={() =>
              confirm({
                habit: "interrupting",
                title: t`Unlink ${name}?`,
                verb: t`Unlink ${name}`,
                text: t`You'll no longer be able to sign in with ${email}. You can link it again later.`,
                action: async () => {
                  await unlink.run(input);
                  await changed();
                },
                code: unlink.code(input),
              })
            }
          >
            <Trans>Unlink</Trans>
          </Button>
        )}
      </Tooltip>
    </li>
  );
}

function Offered({ provider }: { provider: SignInProvider }) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const name = providerNames[provider];
  const go = async () => {
    setBusy(true);
    try {
      await leaveForProvider(provider, "link");
    } catch (error) {
      setBusy(false);
      void toast({ tone: "bad", title: wordProblem(i18n, error) });
    }
  };
  return (
    <li>
      <NameCell second={t`Not linked`}>{name}</NameCell>
      <Button busy={busy} aria-label={t`Link ${name}`} onClick={() => void go()}>
        <Trans>Link</Trans>
      </Button>
    </li>
  );
}
