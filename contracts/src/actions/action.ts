/** An action on an object: the endpoint that performs it, the object's owner and the states in which it is possible. */
import type { Endpoint, UnavailableReason } from "../endpoint.ts";
import {
  type Actor,
  type Denial,
  endpointDenial,
  type Owner,
  ownershipDenial,
  workspaceSuspended,
} from "./actor.ts";

/** Why the state of the object makes an action impossible. `problem` defaults to `action_not_possible`. */
export type StateDenial = UnavailableReason &
  Partial<Pick<Denial, "problem" | "permission" | "isRepeat">>;

interface ActionRules<Subject> {
  /** Owner of the object, for roles limited to their own objects; left out if ownership doesn't matter. */
  readonly owner?: (subject: Subject) => Owner | null;
  /** The object belongs to everyone, so its owner doesn't matter. */
  readonly shared?: (subject: Subject) => boolean;
  /** Reason shown to a role that is limited to its own objects. */
  readonly notOwn?: UnavailableReason;
  /** Denied while the workspace is suspended, although other actions of the same endpoint are not. */
  readonly blockedWhileSuspended?: true;
  /** Why the object's state or its relation to the actor makes the action impossible; null if it is possible. */
  readonly unavailable?: (subject: Subject, actor: Actor, now: Date) => StateDenial | null;
}

/** `Subject` contains the fields that the rules need: part of the object's JSON in responses. */
export interface Action<Subject> extends ActionRules<Subject> {
  readonly endpoint: Endpoint;
}

export const defineAction = <Subject>(
  endpoint: Endpoint,
  rules: ActionRules<Subject>,
): Action<Subject> => ({ endpoint, ...rules });

/**
 * Why the object's state or its relation to the actor makes an action impossible; null if it is possible. Endpoint
 * and owner are not checked.
 */
export function stateDenial<Subject>(
  actor: Actor,
  { unavailable }: Action<Subject>,
  subject: Subject,
  now: Date,
): Denial | null {
  const reason = unavailable?.(subject, actor, now) ?? null;
  return reason === null ? null : { problem: "action_not_possible", ...reason };
}

/** Why `actor` may not perform an action on an object now; null if they may. */
export function actionDenial<Subject>(
  actor: Actor,
  action: Action<Subject>,
  subject: Subject,
  now: Date,
): Denial | null {
  return (
    endpointDenial(actor, action.endpoint) ??
    ownerDenial(actor, action, subject) ??
    (action.blockedWhileSuspended === true && actor.isWorkspaceSuspended === true
      ? workspaceSuspended
      : null) ??
    stateDenial(actor, action, subject, now)
  );
}

function ownerDenial<Subject>(
  actor: Actor,
  { endpoint: { access }, owner, shared, notOwn }: Action<Subject>,
  subject: Subject,
): Denial | null {
  if (access.kind !== "can" || owner === undefined || shared?.(subject) === true) return null;
  return ownershipDenial(actor, access.permission, owner(subject), notOwn);
}
