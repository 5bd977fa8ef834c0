import { useLingui } from "@lingui/react/macro";
import { type OwnSession, sessions } from "#contracts/sessions.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { factorsLabel } from "../auth/shared/factor-labels.ts";
import type { EndpointSearchParams } from "../../lib/api/search-params.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, Mono, NameCell } from "../../ui/table.tsx";
import styles from "./account.module.css";

/** The list of sessions; the current session comes first on its page. */
export function sessionsQuery(search: EndpointSearchParams<typeof sessions.list>) {
  const read = endpointQuery(sessions.list, { query: search });
  return {
    ...read,
    queryFn: async (context: { readonly signal: AbortSignal }) => {
      const page = await read.queryFn(context);
      const data = page.data.toSorted(
        (one, other) => Number(other.isCurrent) - Number(one.isCurrent),
      );
      return { ...page, data };
    },
  };
}

export function useSessionName(): (session: OwnSession) => string {
  const { t } = useLingui();
  return ({ device }) => device ?? t`an unknown device`;
}

export function useSessionColumns(): Column<OwnSession>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "device",
      header: t`Device`,
      cell: ({ device, isPhone, isCurrent }) => (
        <div className={styles["device"]}>
          <Icon name={isPhone ? "phone" : "laptop"} />
          <NameCell>
            {device ?? t`Unknown device`}{" "}
            {isCurrent && <Badge tone="ok">{t`Current session`}</Badge>}
          </NameCell>
        </div>
      ),
    },
    {
      key: "factors",
      header: t`Signed in with`,
      cell: (session) => factorsLabel(i18n, session),
    },
    { key: "ip", header: t`IP address`, cell: ({ ip }) => (ip === null ? "–" : <Mono>{ip}</Mono>) },
    {
      key: "started",
      header: t`Started`,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} exact />,
    },
    {
      key: "active",
      header: t`Last active`,
      end: true,
      cell: ({ lastActiveAt }) => <RelativeTime at={lastActiveAt} />,
    },
  ];
}
