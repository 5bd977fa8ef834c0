/** The detail line of an activity beside its sentence. */
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Activity } from "#contracts/activity.ts";
import { StaffRoleId, WorkspaceRoleId } from "#contracts/permissions.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { workspaceRoleLabel, staffRoleLabel } from "../../lib/i18n/messages.ts";

type Changes = Activity["changes"];

const changedValue = (changes: Changes, name: string, side: "from" | "to" = "to"): unknown =>
  changes.find(({ field }) => field === name)?.[side];

/** Names of the moved instances. */
export const movedInstanceNames = (changes: Changes): readonly string[] =>
  changes.flatMap(({ field, to }) => (field === "instance" && typeof to === "string" ? [to] : []));

export function activityDetail(
  i18n: I18n,
  { action, changes, result }: Pick<Activity, "action" | "changes" | "result">,
): string | null {
  // The sentence of a failed activity only names the resource; this names the endpoint.
  if (result !== "ok") return action;
  switch (action) {
    case "instances.order":
      return orderDetail(i18n, changes);
    case "credentials.create":
      return asText(changedValue(changes, "fingerprintSha256"));
    case "credentials.remove":
      return asText(changedValue(changes, "fingerprintSha256", "from"));
    case "credentials.setDefault": {
      const former = asText(changedValue(changes, "default", "from"));
      return former === null ? null : i18n._(msg`Previously: ${former}`);
    }
    case "projects.assign":
    case "projects.unassign": {
      const names = movedInstanceNames(changes);
      return names.length < 2 ? null : names.join(", ");
    }
    case "projects.remove": {
      const target = asText(changedValue(changes, "instancesMovedTo"));
      return target === null ? null : i18n._(msg`Instances moved to ${target}`);
    }
    case "tokens.create": {
      const scopes = changedValue(changes, "scopes");
      return Array.isArray(scopes) ? scopes.join(", ") : null;
    }
    case "users.impersonate":
    case "users.deleteForever":
      return asText(changedValue(changes, "reason"));
    case "staffRoles.assign": {
      const role = StaffRoleId.safeParse(changedValue(changes, "staffRole"));
      return role.success ? staffRoleLabel(i18n, role.data) : null;
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

/** The role before and after the change, or only the projects when the role did not change. */
function roleDetail(i18n: I18n, changes: Changes): string | null {
  const [from, to] = (["from", "to"] as const).map((side) => {
    const role = WorkspaceRoleId.safeParse(changedValue(changes, "role", side));
    return role.success ? workspaceRoleLabel(i18n, role.data) : null;
  });
  if (to === null || to === undefined) return asText(changedValue(changes, "projects"));
  return from === null || from === undefined ? to : `${from} → ${to}`;
}

const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);

function orderDetail(i18n: I18n, changes: Changes): string | null {
  const product = asText(changedValue(changes, "product"));
  const rate = changedValue(changes, "rateMicrosPerHour");
  const quantity = changedValue(changes, "quantity");
  if (product === null || typeof rate !== "number") return product;
  const price = formatHourlyRate(rate);
  return typeof quantity === "number" && quantity > 1
    ? i18n._(msg`${quantity} × ${product}, ${price}/hour each`)
    : i18n._(msg`${product}, ${price}/hour`);
}
