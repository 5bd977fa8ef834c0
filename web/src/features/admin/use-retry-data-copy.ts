import { useLingui } from "@lingui/react/macro";
import type { DataCopy } from "#contracts/account.ts";
import { users } from "#contracts/users.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";

/** Retries a failed data copy of a user, with its disabled reason. */
export function useRetryDataCopy() {
  const { t } = useLingui();
  const whyNot = useDisabledReason();
  const { now, busy } = useEndpointAction(users.retryDataCopy, {
    invalidates: [users.view, users.dataCopyRequests],
    successMessage: () => t`Retrying the data export`,
  });
  return {
    busy,
    retry: (user: string, request: string) => now({ path: { user, request } }),
    whyNot: ({ status }: Pick<DataCopy, "status">) =>
      whyNot({
        permission: "staff.data_copy.retry",
        reason: status === "failed" ? null : t`Only failed exports can be retried`,
      }),
  };
}
