/** A workspace of any tenant, as staff see it. It runs as boreal_system. */
import type { AdminWorkspace } from "#contracts/admin-workspaces.ts";
import type { Tx } from "../../core/db/db.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { findWorkspace } from "./store.ts";

export async function requireWorkspace(tx: Tx, id: string): Promise<AdminWorkspace> {
  const workspace = await findWorkspace(tx, id);
  if (workspace === null) throw new ProblemError("not_found");
  return workspace;
}
