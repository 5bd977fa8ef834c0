import { useLingui } from "@lingui/react/macro";
import { userActions } from "#contracts/actions/users.ts";
import { type UserDataCopy, users } from "#contracts/users.ts";
import { useActionReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";

/** Retries a failed data copy of a user, with its disabled reason. */
export function useRetryDataCopy() {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const { now, busy } = useEndpointAction(users.retryDataCopy, {
    invalidates: [users.view, users.dataCopyRequests],
    successMessage: () => t`Retrying the data export`,
  });
  return {
    busy,
    retry: (user: string, request: string) => now({ path: { user, request } }),
    whyNot: (copy: UserDataCopy) => reasonFor(userActions.retryDataCopy, copy),
  };
}
