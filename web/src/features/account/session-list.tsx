import { useLingui } from "@lingui/react/macro";
import { type OwnSession, sessions } from "#contracts/sessions.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import type { EndpointSearchParams } from "../../lib/api/search-params.ts";
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
