/** Exports activity as CSV. */
import type { activity as endpoints } from "#contracts/activity.ts";
import { maxExportRows } from "#contracts/export-limit.ts";
import type { Activity } from "#contracts/activity-entry.ts";
import { csvHeader, csvLines, type CsvValue } from "../../core/lib/csv.ts";
import type { Tx } from "../../core/db/db.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import type { ListQuery } from "../../core/db/list.ts";
import { iterateActivities } from "./iterate-activities.ts";
import { type ActivityQuery, listWorkspaceActivities, listOwnActivities } from "./store.ts";

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

/** Limits the size of the file, whatever was changed. */
const maxCellLength = 1000;

type Filters = Omit<ActivityQuery, "page" | "perPage" | "after" | "before">;

/** Reads page by page, so that only the CSV bytes are kept in memory. */
async function exportCsv(
  tx: Tx,
  list: (query: ActivityQuery) => ListQuery,
  filters: Filters,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = [Buffer.from(csvHeader(columns))];
  const pages = iterateActivities(tx, (page) => list({ ...filters, ...page }), maxExportRows);
  for await (const page of pages) chunks.push(Buffer.from(csvLines(columns, page.map(toCsvRow))));
  return Uint8Array.from(Buffer.concat(chunks));
}

const fileName = (scope: string, now: Date) =>
  `boreal-activity-${scope}-${now.toISOString().slice(0, 10)}.csv`;

export const exportHandlers: Pick<Handlers<typeof endpoints>, "exportOfWorkspace" | "exportOwn"> = {
  exportOfWorkspace: async ({ tx, now, workspace, query }) => ({
    name: fileName(workspace.handle, now),
    bytes: await exportCsv(tx, listWorkspaceActivities, query),
  }),

  exportOwn: async ({ tx, now, query }) => ({
    name: fileName("own", now),
    bytes: await exportCsv(tx, listOwnActivities, query),
  }),
};

const toCsvRow = (entry: Activity): Record<(typeof columns)[number], CsvValue> => ({
  at: entry.at,
  actor: entry.actor.name,
  actorType: entry.actor.type,
  onBehalfOf: entry.onBehalfOf?.name ?? null,
  action: entry.action,
  targetType: entry.target?.type ?? null,
  target: entry.target?.name ?? null,
  targetId: entry.target?.id ?? null,
  result: entry.result,
  changes: truncate(entry.changes.map(changeText).join("; ")),
  ip: entry.ip,
  userAgent: entry.userAgent,
  requestId: entry.requestId,
});

const changeText = ({ field, from, to }: Activity["changes"][number]) =>
  `${field}: ${valueText(from)} → ${valueText(to)}`;

const valueText = (value: unknown): string =>
  typeof value === "string" ? value : value === null ? "–" : JSON.stringify(value);

/** Cuts between characters, never inside a surrogate pair. */
const truncate = (text: string): string =>
  text.length <= maxCellLength ? text : `${[...text].slice(0, maxCellLength).join("")}…`;
