/** Lists of Neutron, filtered by fields and split into pages, and the tags of resources. */
import { z } from "zod";
import type { EmulatorRequest, EmulatorResponse } from "../lib/routes.ts";
import { pageOf } from "./pages.ts";

/** A query parameter that names a field filters by it; Neutron ignores all others. */
function filtered<Row extends object>(rows: Row[], query: URLSearchParams): Row[] {
  return rows.filter((row) =>
    Object.entries(row).every(([name, value]) => {
      const requested = query.getAll(name).map((text) => text.toLowerCase());
      return requested.length === 0 || requested.includes(String(value).toLowerCase());
    }),
  );
}

export function neutronList(
  request: EmulatorRequest,
  name: string,
  rows: { id: string }[],
): EmulatorResponse {
  const page = pageOf(filtered(rows, request.query), request);
  if (page === null) {
    const type = "MarkerNotFound";
    return {
      status: 404,
      body: { NeutronError: { type, message: "Marker not found", detail: "" } },
    };
  }
  return {
    status: 200,
    body: {
      [name]: page.rows,
      ...(page.links.length > 0 ? { [`${name}_links`]: page.links } : {}),
    },
  };
}

const Tags = z.strictObject({ tags: z.array(z.string().min(1).max(255)).max(50) });

/** Replaces all tags. */
export function replaceTags(
  request: EmulatorRequest,
  row: { tags: string[]; revision: number },
): EmulatorResponse {
  const parsed = Tags.safeParse(request.body);
  if (!parsed.success) {
    const message = "Invalid tags body";
    return { status: 400, body: { NeutronError: { type: "BadRequest", message, detail: "" } } };
  }
  row.tags = [...new Set(parsed.data.tags)].sort();
  row.revision += 1;
  return { status: 200, body: { tags: row.tags } };
}
