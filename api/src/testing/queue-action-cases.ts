/** Action cases of waiting orders. */
import { queueActions } from "#contracts/actions/queue.ts";
import { api } from "#contracts/api.ts";
import { queuedOrderStatuses, type QueuedOrderStatus } from "#contracts/queue.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture, TestActor } from "./actors.ts";
import type { TestClient } from "./client.ts";
import { fixture as queueFixture } from "./fixtures/queue.ts";
import type { TestEnvironment } from "./test-environment.ts";

export function queueActionCases(
  env: TestEnvironment,
  { workspace, actors }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const path = { workspace: workspace.handle };
  const owner = { id: actors.find(({ name }) => name === "owner")?.userId ?? "" };
  const self = (actor: TestActor) => (actor.role === null ? owner : { id: actor.userId ?? "" });
  const other = (actor: TestActor) => ({
    id: actors.find(({ role, userId }) => role !== null && userId !== actor.userId)?.userId ?? "",
  });
  async function insert(by: { id: string }, status: QueuedOrderStatus = "waiting") {
    const queuedOrder = await queueFixture.insert(env, workspace, by);
    if (status !== "waiting")
      await env.db.withSystemRole("a state for a test", (tx) =>
        tx.execute(
          sql`UPDATE queued_order SET status = ${status}, ended_at = created_at WHERE id = ${queuedOrder}`,
        ),
      );
    return { queuedOrder };
  }
  const view = async (client: TestClient, { queuedOrder }: ObjectPath) => {
    const query = { perPage: "100", status: queuedOrderStatuses.join(",") };
    const first = shown(await client.call(api.queue.list, { path, query }));
    const pages = first?.meta.lastPage ?? 0;
    for (let page = 1; page <= pages; page += 1) {
      const list = shown(
        await client.call(api.queue.list, { path, query: { ...query, page: String(page) } }),
      );
      const found = list?.data.find(({ id }) => id === queuedOrder);
      if (found !== undefined) return found;
    }
    return null;
  };
  return [
    define("queue.cancel", queueActions.cancel, {
      objects: {
        own: (actor) => insert(self(actor)),
        "another member's": (actor) => insert(other(actor)),
        "own, cancelled": (actor) => insert(self(actor), "cancelled"),
        "own, expired": (actor) => insert(self(actor), "expired"),
        missing: () => Promise.resolve({ queuedOrder: uuidv7(env.clock.now()) }),
      },
      view,
    }),
  ];
}
