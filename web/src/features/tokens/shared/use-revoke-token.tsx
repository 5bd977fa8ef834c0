import { Trans, useLingui } from "@lingui/react/macro";
import { type Token, tokens } from "#contracts/tokens.ts";
import type { ActionWithCode } from "../../../components/code-samples/request-preview.ts";
import { withConfirmation } from "../../../components/confirmation.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { toast } from "../../../ui/toast.ts";

/** Asks for confirmation before a token is revoked; `then` runs afterwards. */
export function useRevokeToken(
  workspace: string,
): (token: Token, then?: () => Promise<unknown>) => ActionWithCode {
  const { t } = useLingui();
  const revoke = useEndpointAction(tokens.remove, {
    invalidates: [tokens.list, tokens.view, tokens.own],
  });
  return (token, then) =>
    withConfirmation({
      severity: "destructive",
      title: t`Revoke token ${token.name}?`,
      confirmLabel: t`Revoke ${token.name}`,
      name: token.name,
      consequences: <RevokeConsequences token={token} />,
      code: revoke.code({ path: { workspace, token: token.id } }),
      action: async () => {
        await revoke.run({ path: { workspace, token: token.id } });
        void toast({ title: t`Token ${token.name} revoked` });
        await then?.();
      },
    });
}

/** `place` is the workspace, on pages outside of a workspace. */
export const RevokeConsequences = ({
  token,
  place,
}: {
  token: Pick<Token, "lastUsedAt" | "lastUsedIp">;
  place?: string;
}) => (
  <ul>
    <li>
      {place === undefined ? (
        <Trans>Programs that use it lose access immediately.</Trans>
      ) : (
        <Trans>Programs that use it in {place} lose access immediately.</Trans>
      )}{" "}
      <LastUsedWarning {...token} />
    </li>
    <li>
      <Trans>Instances, projects, and SSH keys it created aren't affected.</Trans>
    </li>
    <li>
      <Trans>This can't be undone. To avoid downtime, rotate the token instead.</Trans>
    </li>
  </ul>
);

/** Shows when the token was last used, so that users notice a token in use before revoking it. */
function LastUsedWarning({ lastUsedAt, lastUsedIp }: Pick<Token, "lastUsedAt" | "lastUsedIp">) {
  if (lastUsedAt === null) return <Trans>It has never been used.</Trans>;
  const ip = lastUsedIp ?? "–";
  return (
    <Trans>
      It was last used <RelativeTime at={lastUsedAt} /> from {ip}.
    </Trans>
  );
}
