import { useLingui } from "@lingui/react/macro";
import { type OwnSession, sessions } from "#contracts/sessions.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { factorsLabel } from "../auth/shared/factor-labels.ts";
import type { EndpointSearchParams } from "../../lib/api/search-params.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Icon } from "../../ui/icons.tsx";
import { NameWithMark } from "../../ui/name-with-mark.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, Mono, NameCell } from "../../ui/table.tsx";
import { useDeviceName } from "./use-device-name.ts";

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
  const deviceName = useDeviceName();
  return ({ device }) => (device === null ? t`an unknown device` : deviceName(device));
}

export function useSessionColumns(): Column<OwnSession>[] {
  const { t, i18n } = useLingui();
  const deviceName = useDeviceName();
  return [
    {
      key: "device",
      header: t`Device`,
      cell: ({ device, isPhone, isCurrent }) => (
        <NameWithMark mark={<Icon name={isPhone ? "phone" : "laptop"} />}>
          <NameCell>
            {device === null ? t`Unknown device` : deviceName(device)}{" "}
            {isCurrent && <Badge tone="ok">{t`Current session`}</Badge>}
          </NameCell>
        </NameWithMark>
      ),
    },
    {
      key: "factors",
      header: t`Signed in with`,
      card: "plain",
      cell: (session) => factorsLabel(i18n, session),
    },
    {
      key: "ip",
      header: t`IP address`,
      card: "plain",
      cell: ({ ip }) => (ip === null ? "–" : <Mono>{ip}</Mono>),
    },
    {
      key: "started",
      header: t`Started`,
      card: "labeled",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} exact />,
    },
    {
      key: "active",
      header: t`Last active`,
      card: "labeled",
      end: true,
      cell: ({ lastActiveAt }) => <RelativeTime at={lastActiveAt} />,
    },
  ];
}
