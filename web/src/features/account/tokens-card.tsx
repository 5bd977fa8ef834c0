import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type OwnToken, tokens } from "#contracts/tokens.ts";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { Mono, NameCell } from "../../ui/table.tsx";
import { RevokeConsequences } from "../tokens/shared/use-revoke-token.tsx";
import styles from "./account.module.css";

export const ownTokensQuery = endpointQuery(tokens.own, { query: { perPage: "100" } });

/** Access tokens of the user, which stay valid after a password change; hidden when there are none. */
export function TokensCard() {
  const { i18n } = useLingui();
  const { data, error } = useQuery(ownTokensQuery);
  if (error !== null)
    return (
      <Card title={<Trans>Access tokens</Trans>}>
        <Callout tone="danger">{problemMessage(i18n, error)}</Callout>
      </Card>
    );
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Card title={<Trans>Access tokens</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          <Trans>
            Programs use these tokens to act as you. They keep working after a password change, so
            revoke any you don't recognize.
          </Trans>
        </p>
        <ul className={styles["rows"]}>
          {data.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function TokenRow({ token }: { token: OwnToken }) {
  const { t } = useLingui();
  const { id, name, prefix, last4, workspace, lastUsedAt } = token;
  const revoke = useEndpointAction(tokens.removeOwn, {
    invalidates: [tokens.own],
    successMessage: () => t`Token ${name} revoked`,
  });
  return (
    <li>
      <NameCell
        subtitle={
          <>
            <Mono>
              {prefix}…{last4}
            </Mono>{" "}
            <Trans>in {workspace.name}</Trans>
            {" · "}
            {lastUsedAt === null ? (
              <Trans>never used</Trans>
            ) : (
              <Trans>
                last used <RelativeTime at={lastUsedAt} />
              </Trans>
            )}
          </>
        }
      >
        <Link
          to="/$workspace/settings/access-tokens/$tokenID"
          params={{ workspace: workspace.handle, tokenID: id }}
        >
          {name}
        </Link>
      </NameCell>
      <Button
        aria-label={t`Revoke ${name}`}
        onClick={() =>
          openConfirmDialog({
            severity: "destructive",
            title: t`Revoke token ${name}?`,
            confirmLabel: t`Revoke ${name}`,
            name,
            consequences: <RevokeConsequences token={token} place={workspace.name} />,
            action: () => revoke.run({ path: { token: id } }),
            code: revoke.code({ path: { token: id } }),
          })
        }
      >
        <Trans>Revoke</Trans>
      </Button>
    </li>
  );
}
