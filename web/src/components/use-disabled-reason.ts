import { permissionDenial } from "#contracts/actions/actor.ts";
import { sessionActor } from "#contracts/actions/session-actor.ts";
import type { StaffPermission, WorkspacePermission } from "#contracts/permissions.ts";
import { useOptionalWorkspace } from "../lib/session/permissions.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import { useDenialMessage } from "./use-denial-message.ts";

export interface ActionConditions {
  /**
   * For actions without an object, such as creating one. Actions on an object have rules in the contract:
   * `useActionReason`.
   */
  readonly permission?: WorkspacePermission | StaffPermission | undefined;
  /** The sentence to show: from `useActionReason`, or about the selection on the page. */
  readonly reason?: string | null | undefined;
}

/** Turns permission and reason into the sentence a disabled action shows; null if the action is possible. */
export function useDisabledReason(): (conditions: ActionConditions) => string | null {
  const denialMessage = useDenialMessage();
  const self = useSessionInfo();
  const role = useOptionalWorkspace();
  return ({ permission, reason = null }) => {
    const denied =
      permission === undefined ? null : permissionDenial(sessionActor(self, role), permission);
    return denied === null ? reason : denialMessage(denied);
  };
}
