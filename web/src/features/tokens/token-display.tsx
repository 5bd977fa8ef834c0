/** Displays a token's status, expiry, last use and a summary of its scopes. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Token } from "#contracts/tokens.ts";
import { useNow } from "../../lib/hooks/use-now.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Status } from "../../ui/status.tsx";
import { Mono, StackedCell } from "../../ui/table.tsx";
import { areaIds, levelForScopes, scopesForLevel } from "./scope-areas.ts";
import { areaLabels, permissionLabels } from "../../lib/features/label-registry.ts";

const dayMilliseconds = 86_400_000;
const expiringSoonDays = 14;

export function TokenStatusBadge({ status }: Pick<Token, "status">) {
  const { t } = useLingui();
  switch (status) {
    case "active":
      return (
        <Status tone="ok" shape="dot">
          {t`Active`}
        </Status>
      );
    case "expired":
      return (
        <Status tone="idle" shape="hollow">
          {t`Expired`}
        </Status>
      );
    case "revoked":
      return (
        <Status tone="idle" shape="square">
          {t`Revoked`}
        </Status>
      );
  }
}

/** Prefix and last characters of a token; the server stores no more of it. */
export const MaskedToken = ({ prefix, last4 }: Pick<Token, "prefix" | "last4">) => (
  <Mono>
    {prefix}…{last4}
  </Mono>
);

export function useIsExpiringSoon(): (token: Pick<Token, "status" | "expiresAt">) => boolean {
  const now = useNow();
  return ({ status, expiresAt }) =>
    status === "active" && Date.parse(expiresAt) - now < expiringSoonDays * dayMilliseconds;
}

export function Expiry({ token, exact = false }: { token: Token; exact?: boolean }) {
  const { t } = useLingui();
  const endsSoon = useIsExpiringSoon();
  const { status, replacedAt, expiresAt } = token;
  if (status === "revoked") return <>–</>;
  if (status === "active" && replacedAt !== null)
    return (
      <StackedCell subtitle={t`Replaced by a new token`}>
        <RelativeTime at={expiresAt} exact={exact} />
      </StackedCell>
    );
  return (
    <StackedCell warning subtitle={endsSoon(token) ? t`Rotate before then` : null}>
      <RelativeTime at={expiresAt} exact={exact} />
    </StackedCell>
  );
}

export function TokenLastUsed({
  lastUsedAt,
  lastUsedIp,
}: Pick<Token, "lastUsedAt" | "lastUsedIp">) {
  if (lastUsedAt === null) return <Trans>Never</Trans>;
  return (
    <StackedCell subtitle={lastUsedIp}>
      <RelativeTime at={lastUsedAt} />
    </StackedCell>
  );
}

/** `Projects: read · Instances: view, create`: a level, or the permissions where they are only a part of one. */
export function useScopeSummary(): (token: Pick<Token, "scopes">) => string {
  const { t, i18n } = useLingui();
  const labels = { read: t`read`, write: t`read and write` };
  return ({ scopes }) =>
    areaIds
      .flatMap((area) => {
        const level = levelForScopes(area, scopes);
        const name = i18n._(areaLabels[area]);
        if (level === "none") return [];
        if (level !== "part") return [`${name}: ${labels[level]}`];
        const held = scopesForLevel(area, "write").filter((scope) => scopes.includes(scope));
        return [`${name}: ${held.map((scope) => i18n._(permissionLabels[scope])).join(", ")}`];
      })
      .join(" · ");
}
