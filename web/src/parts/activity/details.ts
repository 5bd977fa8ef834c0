/** What an entry tells beside its sentence. */
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Activity } from "#contracts/activity.ts";
import { StaffRoleId, WorkspaceRoleId } from "#contracts/permissions.ts";
import { ratePerHour } from "../../lib/format.ts";
import { wordRole, wordStaffRole } from "../../lib/wording.ts";

type Changes = Activity["changes"];

const valueOf = (changes: Changes, name: string, side: "from" | "to" = "to"): unknown =>
  changes.find(({ field }) => field === name)?.[side];

/** The machines that were moved, by name. */
export const movedOf = (changes: Changes): readonly string[] =>
  changes.flatMap(({ field, to }) => (field === "instance" && typeof to === "string" ? [to] : []));

export function detailOf(
  i18n: I18n,
  { action, changes, result }: Pick<Activity, "action" | "changes" | "result">,
): string | null {
  // What exactly was tried: the sentence says only in which part.
  if (result !== "ok") return action;
  switch (action) {
    case "instances.order":
      return orderDetail(i18n, changes);
    case "credentials.create":
      return textOf(valueOf(changes, "fingerprintSha256"));
    case "credentials.remove":
      return textOf(valueOf(changes, "fingerprintSha256", "from"));
    case "credentials.setDefault": {
      const former = textOf(valueOf(changes, "default", "from"));
      return former === null ? null : i18n._(msg`Previously: ${former}`);
    }
    case "projects.assign":
    case "projects.unassign": {
      const names = movedOf(changes);
      return names.length < 2 ? null : names.join(", ");
    }
    case "projects.remove": {
      const target = textOf(valueOf(changes, "instancesMovedTo"));
      return target === null ? null : i18n._(msg`Instances moved to ${target}`);
    }
    case "tokens.create": {
      const scopes = valueOf(changes, "scopes");
      return Array.isArray(scopes) ? scopes.join(", ") : null;
    }
    case "users.impersonate":
    case "users.deleteForever":
      return textOf(valueOf(changes, "reason"));
    case "staffRoles.assign": {
      const role = StaffRoleId.safeParse(valueOf(changes, "staffRole"));
      return role.success ? wordStaffRole(i18n, role.data) : null;
    }
    case "members.setRole":
    case "members.reassignOwner":
    case "invites.create":
    case "invites.join":
      return roleDetail(i18n, changes);
    default:
      return null;
  }
}

/** The role before and after, where there was one before; the projects where only those changed. */
function roleDetail(i18n: I18n, changes: Changes): string | null {
  const [from, to] = (["from", "to"] as const).map((side) => {
    const role = WorkspaceRoleId.safeParse(valueOf(changes, "role", side));
    return role.success ? wordRole(i18n, role.data) : null;
  });
  if (to === null || to === undefined) return textOf(valueOf(changes, "projects"));
  return from === null || from === undefined ? to : `${from} → ${to}`;
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

function orderDetail(i18n: I18n, changes: Changes): string | null {
  const product = textOf(valueOf(changes, "product"));
  const rate = valueOf(changes, "rateMicrosPerHour");
  const quantity = valueOf(changes, "quantity");
  if (product === null || typeof rate !== "number") return product;
  const price = ratePerHour(rate);
  return typeof quantity === "number" && quantity > 1
    ? i18n._(msg`${quantity} × ${product}, ${price}/hour each`)
    : i18n._(msg`${product}, ${price}/hour`);
}
