/** What contracts/access.json says should happen, for the walk over every call: read from the table, not from the declarations. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Call } from "#contracts/kit.ts";
import { StaffRoleId } from "#contracts/permissions.ts";
import { Refusal } from "../core/errors.ts";
import type { ObjectKind, Walker } from "./walkers.ts";

const Reaches = z.record(
  z.string(),
  z.record(z.string(), z.enum(["all", "own", "granted", "field"])),
);
const Table = z.object({
  workspacePermissions: Reaches,
  staffPermissions: Reaches,
  impersonationMasks: z.record(z.string(), z.array(StaffRoleId)),
  calls: z.array(
    z.object({ call: z.string().optional(), guard: z.string(), permission: z.string().optional() }),
  ),
});
const table = Table.parse(
  JSON.parse(readFileSync(new URL("../../../contracts/access.json", import.meta.url), "utf8")),
);
type Row = (typeof table.calls)[number];

export type Expected = { status: number; code: string } | "let in";

const refusal = (code: ConstructorParameters<typeof Refusal>[0]): Expected => {
  const { status } = new Refusal(code);
  return { status, code };
};

const isThere = (kind: ObjectKind | null) => kind !== "missing" && kind !== "foreign";

/** `isGood`: the request itself is right. Calls outside a workspace look at that before they look for what is named. */
export function expectedOf(
  call: Call,
  walker: Walker,
  kind: ObjectKind | null,
  isGood: boolean,
): Expected {
  const row = table.calls.find(({ call: id }) => id === call.id);
  if (row === undefined) throw new Error(`${call.id} is not in contracts/access.json`);
  const bySession = call.id === "auth.self" || call.id === "auth.refresh";
  if (bySession && walker.session === "none") return refusal("no_session");
  if (bySession && walker.session === "live") return "let in";
  const isKnown = walker.session === "live" || walker.session === "login-attempt";
  if (call.id === "auth.self" && !isKnown)
    return refusal("authentication_failed_no_session_found_ch");
  if (["open", "link", "any"].includes(row.guard)) return "let in";
  if (row.guard === "attempt")
    return walker.session === "login-attempt" ? "let in" : refusal("no_intermediate_session");
  if (walker.session !== "live") return refusal("authentication_failed_no_session_found_ch");
  if (row.guard === "impersonation")
    return walker.adminRole === null
      ? refusal("authentication_failed_no_session_found_ch")
      : "let in";
  if (isBlocked(call, row, walker)) return refusal("permission_denied_missing_permission");
  if (row.guard === "can") return byRole(row, walker, kind);
  if (row.guard === "staff") {
    if (walker.staffRole === null) return refusal("permission_denied_missing_role");
    if (table.staffPermissions[row.permission ?? ""]?.[walker.staffRole] === undefined)
      return refusal("permission_denied_missing_permission");
  }
  return isThere(kind) || !isGood ? "let in" : refusal("not_found");
}

/** While staff act as a customer, what is not named for their role is blocked. */
function isBlocked(call: Call, row: Row, { adminRole, role }: Walker): boolean {
  if (adminRole === null) return false;
  const isNamed = call.impersonated?.includes(adminRole);
  if (row.guard !== "can") return isNamed !== true;
  const mask = table.impersonationMasks[row.permission ?? ""] ?? [];
  return role !== null && (!mask.includes(adminRole) || isNamed === false);
}

function byRole(row: Row, { role }: Walker, kind: ObjectKind | null): Expected {
  if (role === null) return refusal("permission_denied_missing_role");
  const reach = table.workspacePermissions[row.permission ?? ""]?.[role];
  if (reach === undefined) return refusal("permission_denied_missing_permission");
  if (kind === null) return "let in";
  if (!isThere(kind)) return refusal("not_found");
  if (reach === "own")
    return kind === "own" ? "let in" : refusal("permission_denied_missing_permission");
  if (reach === "granted") return kind === "granted" ? "let in" : refusal("not_found");
  return "let in";
}
