/** The list of what was done as a table, for people who read it in a spreadsheet. */
import { type Activity, type activity as calls, exportedMost } from "#contracts/activity.ts";
import { csvHead, csvLines, type CsvValue } from "../core/csv.ts";
import type { Tx } from "../core/db.ts";
import type { Handlers } from "../core/handlers.ts";
import type { ListQuery } from "../core/list.ts";
import { entriesOf } from "./own-entries.ts";
import { type ActivityQuery, listOfWorkspace, listOwn } from "./store.ts";

const columns = [
  "at",
  "actor",
  "actorType",
  "onBehalfOf",
  "action",
  "targetType",
  "target",
  "targetId",
  "result",
  "changes",
  "ip",
  "userAgent",
  "requestId",
] as const;

/** So that a table stays a few megabytes, whatever was changed. */
const mostCharacters = 1000;

type Filters = Omit<ActivityQuery, "page" | "perPage" | "after" | "before">;

/** Page by page: only the bytes of the pages before are kept. */
async function tableOf(
  tx: Tx,
  list: (query: ActivityQuery) => ListQuery,
  filters: Filters,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts = [Buffer.from(csvHead(columns))];
  const pages = entriesOf(tx, (page) => list({ ...filters, ...page }), exportedMost);
  for await (const page of pages) parts.push(Buffer.from(csvLines(columns, page.map(rowOf))));
  return Uint8Array.from(Buffer.concat(parts));
}

const fileName = (whose: string, now: Date) =>
  `boreal-activity-${whose}-${now.toISOString().slice(0, 10)}.csv`;

export const exportHandlers: Pick<Handlers<typeof calls>, "exportOfWorkspace" | "exportOwn"> = {
  exportOfWorkspace: async ({ tx, now, workspace, query }) => ({
    name: fileName(workspace.handle, now),
    bytes: await tableOf(tx, listOfWorkspace, query),
  }),

  exportOwn: async ({ tx, now, query }) => ({
    name: fileName("own", now),
    bytes: await tableOf(tx, listOwn, query),
  }),
};

const rowOf = (entry: Activity): Record<(typeof columns)[number], CsvValue> => ({
  at: entry.at,
  actor: entry.actor.name,
  actorType: entry.actor.type,
  onBehalfOf: entry.onBehalfOf?.name ?? null,
  action: entry.action,
  targetType: entry.target?.type ?? null,
  target: entry.target?.name ?? null,
  targetId: entry.target?.id ?? null,
  result: entry.result,
  changes: shortened(entry.changes.map(changeText).join("; ")),
  ip: entry.ip,
  userAgent: entry.userAgent,
  requestId: entry.requestId,
});

const changeText = ({ field, from, to }: Activity["changes"][number]) =>
  `${field}: ${valueText(from)} → ${valueText(to)}`;

const valueText = (value: unknown): string =>
  typeof value === "string" ? value : value === null ? "–" : JSON.stringify(value);

/** Whole characters: half of one would be none. */
const shortened = (text: string): string =>
  text.length <= mostCharacters ? text : `${[...text].slice(0, mostCharacters).join("")}…`;
