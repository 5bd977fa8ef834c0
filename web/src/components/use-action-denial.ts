/** Applies the contract's rules to the user of the session: what they may do with an object now. */
import { type Action, actionDenial } from "#contracts/actions/action.ts";
import { type Denial, type EndpointAccess, endpointDenial } from "#contracts/actions/actor.ts";
import { sessionActor } from "#contracts/actions/session-actor.ts";
import type { WorkspaceRole } from "#contracts/auth.ts";
import { serverNow } from "../lib/api/server-clock.ts";
import { useOptionalWorkspace } from "../lib/session/permissions.ts";
import { useSessionInfo } from "../lib/session/session.ts";
import { useDenialMessage } from "./use-denial-message.ts";

interface DenialOptions {
  /** Role in the object's workspace, on pages outside of it. */
  readonly role?: Pick<WorkspaceRole, "workspaceRoleId">;
  /** Milliseconds since 1970; set it if the result changes while the page is open. */
  readonly now?: number;
}

type ActionCheck<Result> = <Subject>(
  action: Action<Subject>,
  subject: Subject,
  options?: DenialOptions,
) => Result | null;

/** Why the user may not perform an action; null if they may. */
export function useActionDenial(): ActionCheck<Denial> {
  const self = useSessionInfo();
  const pageRole = useOptionalWorkspace();
  return (action, subject, { role, now = serverNow() } = {}) =>
    actionDenial(sessionActor(self, role ?? pageRole), action, subject, new Date(now));
}

/** Like useActionDenial, as the sentence that a disabled button or menu entry shows. */
export function useActionReason(): ActionCheck<string> {
  const denialMessage = useDenialMessage();
  const denialOf = useActionDenial();
  return (action, subject, options) => {
    const denial = denialOf(action, subject, options);
    return denial === null ? null : denialMessage(denial);
  };
}

/** Why the user may not call an endpoint, whatever object it names; null if they may. */
export function useEndpointReason(): (endpoint: EndpointAccess) => string | null {
  const denialMessage = useDenialMessage();
  const self = useSessionInfo();
  const role = useOptionalWorkspace();
  return (endpoint) => {
    const denial = endpointDenial(sessionActor(self, role), endpoint);
    return denial === null ? null : denialMessage(denial);
  };
}
