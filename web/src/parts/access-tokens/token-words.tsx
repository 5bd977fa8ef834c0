/** How a token is told: its state, its end, its last use, its rights in short. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Token } from "#contracts/tokens.ts";
import { useNow } from "../../lib/use-now.ts";
import { Time } from "../../ui/facts.tsx";
import { Status } from "../../ui/status.tsx";
import { Mono, TwoLines } from "../../ui/table.tsx";
import { areaIds, levelIn } from "./scope-areas.ts";
import { areaWords } from "./scope-words.ts";

const dayMilliseconds = 86_400_000;
const soonDays = 14;

export function TokenState({ status }: Pick<Token, "status">) {
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

/** It begins and ends like this; the middle nobody knows any more. */
export const TokenEnds = ({ prefix, last4 }: Pick<Token, "prefix" | "last4">) => (
  <Mono>
    {prefix}…{last4}
  </Mono>
);

export function useEndsSoon(): (token: Pick<Token, "status" | "expiresAt">) => boolean {
  const now = useNow();
  return ({ status, expiresAt }) =>
    status === "active" && Date.parse(expiresAt) - now < soonDays * dayMilliseconds;
}

export function Expiry({ token, exact = false }: { token: Token; exact?: boolean }) {
  const { t } = useLingui();
  const endsSoon = useEndsSoon();
  const { status, replacedAt, expiresAt } = token;
  if (status === "revoked") return <>–</>;
  if (status === "active" && replacedAt !== null)
    return (
      <TwoLines second={t`Replaced by a new token`}>
        <Time at={expiresAt} exact={exact} />
      </TwoLines>
    );
  return (
    <TwoLines attention second={endsSoon(token) ? t`Rotate before then` : null}>
      <Time at={expiresAt} exact={exact} />
    </TwoLines>
  );
}

export function LastUse({ lastUsedAt, lastUsedIp }: Pick<Token, "lastUsedAt" | "lastUsedIp">) {
  if (lastUsedAt === null) return <Trans>Never</Trans>;
  return (
    <TwoLines second={lastUsedIp}>
      <Time at={lastUsedAt} />
    </TwoLines>
  );
}

/** `Projects: read · Instances: read and write`. */
export function useScopesInShort(): (token: Pick<Token, "scopes">) => string {
  const { t, i18n } = useLingui();
  const words = { read: t`read`, write: t`read and write`, part: t`partial` };
  return ({ scopes }) =>
    areaIds
      .flatMap((area) => {
        const level = levelIn(area, scopes);
        const name = i18n._(areaWords[area]);
        return level === "none" ? [] : [`${name}: ${words[level]}`];
      })
      .join(" · ");
}
