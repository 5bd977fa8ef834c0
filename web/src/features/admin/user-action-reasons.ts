/** Which actions staff may perform on a user's account, and why others are not possible. */
import { userActions } from "#contracts/actions/users.ts";
import type { User } from "#contracts/users.ts";
import { useActionReason } from "../../components/use-action-denial.ts";

/** Null where the action is possible. */
export type UserActionReasons = Readonly<
  Record<Exclude<keyof typeof userActions, "retryDataCopy">, string | null>
>;

type UserSubject = Pick<User, "id" | "status" | "staffRole" | "twoFactorEnabled" | "workspaces">;

export function useUserActionReasons(user: UserSubject): UserActionReasons {
  const reasonFor = useActionReason();
  return {
    editDetails: reasonFor(userActions.editDetails, user),
    editAccount: reasonFor(userActions.editAccount, user),
    lock: reasonFor(userActions.lock, user),
    unlock: reasonFor(userActions.unlock, user),
    deactivate: reasonFor(userActions.deactivate, user),
    restore: reasonFor(userActions.restore, user),
    disableTwoFactor: reasonFor(userActions.disableTwoFactor, user),
    deleteForever: reasonFor(userActions.deleteForever, user),
    impersonate: reasonFor(userActions.impersonate, user),
  };
}
