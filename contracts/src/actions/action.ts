/** An action on an object: the endpoint that performs it, the object's owner and the states in which it is possible. */
import type { Endpoint, UnavailableReason } from "../endpoint.ts";
import { type Actor, type Denial, endpointDenial, type Owner, ownershipDenial } from "./actor.ts";

/** A reason from the state of the object; the server answers `action_not_possible` unless it says otherwise. */
export type StateDenial = UnavailableReason &
  Partial<Pick<Denial, "problem" | "permission" | "isRepeat">>;

interface ActionRules<Subject> {
  /** For roles with access to their own objects only; left out where every object is the same to them. */
  readonly owner?: (subject: Subject) => Owner | null;
  /** The object belongs to everyone, so its owner doesn't matter. */
  readonly shared?: (subject: Subject) => boolean;
  /** What a role hears that has no access to the objects of others. */
  readonly notOwn?: UnavailableReason;
  /** Why the state of the object, or who acts on it, rules the action out; null when it is possible. */
  readonly unavailable?: (subject: Subject, actor: Actor, now: Date) => StateDenial | null;
}

/** `Subject` is what the rules need of the object: part of its JSON in the server's answers. */
export interface Action<Subject> extends ActionRules<Subject> {
  readonly endpoint: Endpoint;
}

export const defineAction = <Subject>(
  endpoint: Endpoint,
  rules: ActionRules<Subject>,
): Action<Subject> => ({ endpoint, ...rules });

/** Why the object's state or the actor's relation to it rules an action out, once the endpoint and the owner allow it. */
export function stateDenial<Subject>(
  actor: Actor,
  { unavailable }: Action<Subject>,
  subject: Subject,
  now: Date,
): Denial | null {
  const reason = unavailable?.(subject, actor, now) ?? null;
  return reason === null ? null : { problem: "action_not_possible", ...reason };
}

/** Why `actor` may not perform an action on an object now; null when they may. */
export function actionDenial<Subject>(
  actor: Actor,
  action: Action<Subject>,
  subject: Subject,
  now: Date,
): Denial | null {
  return (
    endpointDenial(actor, action.endpoint) ??
    ownerDenial(actor, action, subject) ??
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
