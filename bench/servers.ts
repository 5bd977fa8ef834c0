/** The measured servers, each in a process of its own: Boreal's server, and a minimal one with the same response. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseCookie } from "cookie";
import pg from "pg";
import { buildApp } from "#api/app.ts";
import { systemClock } from "#api/core/lib/clock.ts";
import { openDatabase } from "#api/core/db/db.ts";
import { sha256 } from "#api/core/lib/crypto.ts";
import { createLogger } from "#api/core/lib/logger.ts";
import { benchAppDeps } from "./bench-app.ts";
import { minimalListQuery } from "./minimal-list.ts";

const poolSize = 16;

async function serveProduct(url: string): Promise<number> {
  const logger = createLogger("error");
  const db = openDatabase({ url, poolSize, onError: (error) => logger.error(error) });
  const app = await buildApp(benchAppDeps(db));
  return Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
}

/** node:http and pg: reads the session, then the same rows, without row-level security, permissions, total and headers. */
async function serveBare(superuserUrl: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: superuserUrl, max: poolSize });
  const rows = minimalListQuery("workspace", systemClock.now());
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const cookie = parseCookie(request.headers.cookie ?? "")["sid"] ?? "";
    const handle = (request.url ?? "").split("/")[4] ?? "";
    const session = await pool.query({
      name: "session",
      text: `SELECT w.id FROM session s JOIN user_workspace_role r USING (user_id) JOIN workspace w ON w.id = r.workspace_id
              WHERE s.token_hash = $1 AND s.id = $2 AND s.revoked_at IS NULL AND w.handle = $3`,
      values: [sha256(cookie), cookie.split(".")[1], handle],
    });
    const workspace: unknown = session.rows[0]?.id;
    const result = await pool.query({
      name: "list",
      text: rows.text,
      values: rows.values.map((value) => (value === "workspace" ? workspace : value)),
    });
    const body = JSON.stringify({ data: result.rows.map((row: { item: unknown }) => row.item) });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const [name, url = ""] = process.argv.slice(2);
const port = name === "product" ? await serveProduct(url) : await serveBare(url);
process.send?.({ port });
