import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { type Account, account } from "#contracts/account.ts";
import type { SignInProvider } from "#contracts/sign-in-factors.ts";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { redirectToProvider, providerNames, providersQuery } from "../../lib/session/oauth.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { problemCodeMessage } from "../../lib/i18n/problem-words.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { NameCell } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useInvalidateAccount } from "./account-page.tsx";
import styles from "./account.module.css";

/** Linked OAuth identities; hidden when the installation has no OAuth providers. */
export function IdentitiesCard({ known }: { known: Account }) {
  const { i18n } = useLingui();
  const { data } = useQuery(providersQuery);
  const rejected = useRouterState({ select: ({ location }) => location.state.rejected });
  const linked = known.identities;
  const offered = (data?.providers ?? []).filter(
    (provider) => !linked.some((identity) => identity.provider === provider),
  );
  if (linked.length === 0 && offered.length === 0) return null;
  return (
    <Card title={<Trans>Linked accounts</Trans>}>
      {rejected !== undefined && (
        <div className={styles["pad"]}>
          <Callout tone="danger">{problemCodeMessage(i18n, rejected)}</Callout>
        </div>
      )}
      <ul className={styles["rows"]}>
        {linked.map((identity) => (
          <LinkedIdentity key={identity.id} identity={identity} known={known} />
        ))}
        {offered.map((provider) => (
          <UnlinkedProvider key={provider} provider={provider} />
        ))}
      </ul>
    </Card>
  );
}

function LinkedIdentity({
  identity: { id, provider, email, linkedAt },
  known,
}: {
  identity: Account["identities"][number];
  known: Account;
}) {
  const { t } = useLingui();
  const { user } = useSessionInfo();
  const changed = useInvalidateAccount();
  const name = providerNames[provider];
  const unlink = useEndpointAction(account.update, {
    invalidates: [],
    successMessage: () => t`${name} unlinked`,
  });
  const input = { body: { attribute: "unlinkIdentity", identityId: id } } as const;
  const isOnlyWay =
    !user.hasPassword && known.identities.length === 1 && known.passkeys.length === 0;
  return (
    <li>
      <NameCell
        subtitle={
          <Trans>
            {email} · linked <RelativeTime at={linkedAt} />
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
              openConfirmDialog({
                severity: "disruptive",
                title: t`Unlink ${name}?`,
                confirmLabel: t`Unlink ${name}`,
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

function UnlinkedProvider({ provider }: { provider: SignInProvider }) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  const name = providerNames[provider];
  const go = async () => {
    setBusy(true);
    try {
      await redirectToProvider(provider, "link");
    } catch (error) {
      setBusy(false);
      void toast({ tone: "danger", title: problemMessage(i18n, error) });
    }
  };
  return (
    <li>
      <NameCell subtitle={t`Not linked`}>{name}</NameCell>
      <Button busy={busy} aria-label={t`Link ${name}`} onClick={() => void go()}>
        <Trans>Link</Trans>
      </Button>
    </li>
  );
}
