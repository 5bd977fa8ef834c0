/** The user's own activity in the data copy. Other users appear by initials only, without their data. */
import type { Activity } from "#contracts/activity-entry.ts";
import { listAllOwnActivities } from "../activity/iterate-activities.ts";
import type { CsvValue } from "../../core/lib/csv.ts";
import type { Tx } from "../../core/db/db.ts";
import { getEmail } from "./data-copy-datasets-store.ts";

const columns = [
  "at",
  "action",
  "result",
  "actor",
  "onBehalfOf",
  "targetType",
  "target",
  "changed",
  "ip",
  "browser",
] as const;

export async function exportOwnActivity(tx: Tx, userId: string) {
  const email = await getEmail(tx, userId);
  const entries = await listAllOwnActivities(tx, userId);
  const deeds = entries.map((entry) => redactOtherUsers(entry, userId, email));
  return { deeds, columns, rows: deeds.map(toCsvRow) };
}

function redactOtherUsers(activity: Activity, userId: string, email: string): Activity {
  const { actor, onBehalfOf, target } = activity;
  const isMine = actor.id === userId;
  const isOther = (one: { id: string | null }) => one.id !== null && one.id !== userId;
  const isAboutMe = target?.type === "user" && target.id === userId;
  return {
    ...activity,
    actor: isOther(actor) ? { ...actor, id: null, name: initials(actor.name) } : actor,
    onBehalfOf:
      onBehalfOf !== null && isOther(onBehalfOf)
        ? { ...onBehalfOf, name: initials(onBehalfOf.name) }
        : onBehalfOf,
    target:
      target === null || isAboutMe
        ? target
        : {
            ...target,
            name: target.type === "user" ? initials(target.name) : maskEmails(target.name, email),
          },
    // Changed values of other objects may name other users, so only the field names remain.
    changes: isAboutMe
      ? activity.changes
      : activity.changes.map(({ field }) => ({ field, from: null, to: null })),
    ip: isMine ? activity.ip : null,
    userAgent: isMine ? activity.userAgent : null,
  };
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `${Array.from(word)[0]}.`)
    .join(" ");

/** An invited email address belongs to another user. */
const maskEmails = (text: string, own: string): string =>
  text
    .split(" ")
    .map((word) => (word.includes("@") && word !== own ? `${Array.from(word)[0]}…@…` : word))
    .join(" ");

const toCsvRow = (activity: Activity): Record<(typeof columns)[number], CsvValue> => ({
  at: activity.at,
  action: activity.action,
  result: activity.result,
  actor: activity.actor.name,
  onBehalfOf: activity.onBehalfOf?.name ?? null,
  targetType: activity.target?.type ?? null,
  target: activity.target?.name ?? null,
  changed: activity.changes.map(({ field }) => field).join(", "),
  ip: activity.ip,
  browser: activity.userAgent,
});
