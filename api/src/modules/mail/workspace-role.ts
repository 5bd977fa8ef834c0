/** Names of workspace roles in emails. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { z } from "zod";
import { WorkspaceRoleId } from "#contracts/roles.ts";
import type { MailFormat } from "./define-mail.ts";
import { writtenText } from "./values.ts";

const roleNames: Readonly<Record<WorkspaceRoleId, MessageDescriptor>> = {
  owner: msg`owner`,
  administrator: msg`administrator`,
  team_member: msg`team member`,
  limited_team_member: msg`limited team member`,
  billing_administrator: msg`billing administrator`,
};

/** A job queued by an earlier release contains the translated role name. */
export const workspaceRole = z.union([WorkspaceRoleId, writtenText]);

export function roleName(role: string, format: MailFormat): string {
  const known = WorkspaceRoleId.safeParse(role);
  return known.success ? format.message(roleNames[known.data]) : role;
}
