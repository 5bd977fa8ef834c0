/** A person's own activity as their copy has it: of other people initials, and nothing that is theirs. */
import type { Activity } from "#contracts/activity.ts";
import { ownEntries } from "../activity/own-entries.ts";
import type { CsvValue } from "../core/csv.ts";
import { sql, type Tx } from "../core/db.ts";

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

export async function ownDeeds(tx: Tx, userId: string) {
  const { email } = await tx.one<{ email: string }>(
    sql`SELECT email FROM user_account WHERE id = ${userId}`,
  );
  const entries = await ownEntries(tx, userId);
  const deeds = entries.map((entry) => withoutOthers(entry, userId, email));
  return { deeds, columns, rows: deeds.map(rowOf) };
}

function withoutOthers(deed: Activity, userId: string, email: string): Activity {
  const { actor, onBehalfOf, target } = deed;
  const isMine = actor.id === userId;
  const isOther = (one: { id: string | null }) => one.id !== null && one.id !== userId;
  const isAboutMe = target?.type === "user" && target.id === userId;
  return {
    ...deed,
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
            name:
              target.type === "user" ? initials(target.name) : hideAddresses(target.name, email),
          },
    // What was changed of something else may name anybody; that it was changed does not.
    changes: isAboutMe
      ? deed.changes
      : deed.changes.map(({ field }) => ({ field, from: null, to: null })),
    ip: isMine ? deed.ip : null,
    userAgent: isMine ? deed.userAgent : null,
  };
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `${Array.from(word)[0]}.`)
    .join(" ");

/** Whoever was invited by address is somebody else. */
const hideAddresses = (text: string, own: string): string =>
  text
    .split(" ")
    .map((word) => (word.includes("@") && word !== own ? `${Array.from(word)[0]}…@…` : word))
    .join(" ");

const rowOf = (deed: Activity): Record<(typeof columns)[number], CsvValue> => ({
  at: deed.at,
  action: deed.action,
  result: deed.result,
  actor: deed.actor.name,
  onBehalfOf: deed.onBehalfOf?.name ?? null,
  targetType: deed.target?.type ?? null,
  target: deed.target?.name ?? null,
  changed: deed.changes.map(({ field }) => field).join(", "),
  ip: deed.ip,
  browser: deed.userAgent,
});
