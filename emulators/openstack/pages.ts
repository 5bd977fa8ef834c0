/** Pages of a list, as Neutron and Cinder return them: `limit`, `marker`, and a link to the next page. */
import type { EmulatorRequest } from "../lib/routes.ts";

const longestPage = 1000;

/** Null if the marker is unknown. Without a limit the page has all rows, and no links. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  { query, origin, path }: EmulatorRequest,
): { rows: Row[]; links: { rel: "next"; href: string }[] } | null {
  const marker = query.get("marker");
  const start = marker === null ? 0 : rows.findIndex(({ id }) => id === marker) + 1;
  if (marker !== null && start === 0) return null;
  const limit = Math.min(Number(query.get("limit") ?? longestPage), longestPage);
  const page = rows.slice(start, start + limit);
  const last = page.at(-1);
  if (!query.has("limit") || last === undefined || page.length < limit)
    return { rows: page, links: [] };
  const next = new URLSearchParams(query);
  next.set("marker", last.id);
  return { rows: page, links: [{ rel: "next", href: `${origin}${path}?${next}` }] };
}
