/** Lists of Nova, Neutron and Cinder: all pages, by the id of the last row. */
import { z } from "zod";
import type { CloudRequest, Wire } from "./client.ts";
import { requestOrThrow } from "./errors.ts";
import { hasNextPage, PageLinks, parseBody } from "./responses.ts";

const pageSize = 200;

/** `name` is the key of the rows in the body; the links are beside it, as `<name>_links`. */
export async function listPages<Row extends z.ZodType<{ id: string }>>(
  client: Wire,
  name: string,
  row: Row,
  request: Pick<CloudRequest, "service" | "path" | "query" | "maxMinor">,
): Promise<z.output<Row>[]> {
  const Body = z.looseObject({ [name]: z.array(row) });
  const Links = z.looseObject({ [`${name}_links`]: PageLinks });
  const found: z.output<Row>[] = [];
  for (;;) {
    const query = { ...request.query, limit: String(pageSize), marker: found.at(-1)?.id };
    const body = await requestOrThrow(client, { ...request, method: "GET", query });
    const rows = parseBody(Body, body)[name] ?? [];
    found.push(...rows);
    if (rows.length === 0 || !hasNextPage(parseBody(Links, body)[`${name}_links`] ?? []))
      return found;
  }
}
