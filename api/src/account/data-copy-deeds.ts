/** A person's own activity as their copy has it: of other people initials, and nothing that is theirs. */
import { z } from "zod";
import { Activity, type activity as calls } from "#contracts/activity.ts";
import { listOwn } from "../activity/store.ts";
import type { CsvValue } from "../core/csv.ts";
import { sql, type Tx } from "../core/db.ts";
import { listAnswer, type ListRow, listSql } from "../core/list.ts";

const perPage = 1000;
const Answer = z.object({
  data: z.array(Activity),
  meta: z.object({ next: z.string().nullable() }),
});

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
  // The list is of whoever the context names.
  const person = await tx.one<{ email: string }>(sql`
    SELECT email FROM user_account WHERE id = ${userId} AND set_config('app.user_id', ${userId}, true) IS NOT NULL`);
  const deeds: Activity[] = [];
  let after: string | undefined;
  do {
    const query: z.output<(typeof calls)["own"]["query"]> = { page: 1, perPage, after };
    const list = listOwn(query);
    const { data, meta } = Answer.parse(
      JSON.parse(listAnswer(list, await tx.one<ListRow>(listSql(list)))),
    );
    deeds.push(...data.map((deed) => withoutOthers(deed, userId, person.email)));
    after = meta.next ?? undefined;
  } while (after !== undefined);
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
  text.replace(/[^\s@]{1,64}@\S{1,255}/g, (address) =>
    address === own ? address : `${Array.from(address)[0]}…@…`,
  );

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
