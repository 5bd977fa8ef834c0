/** What each permission of a workspace lets one do, in words that follow the name of its area. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { Area } from "./role-reach.ts";

export const permissionWords: Record<WorkspacePermission, MessageDescriptor> = {
  "instance.view": msg`see them`,
  "instance.logs": msg`see their timeline`,
  "instance.create": msg`create`,
  "instance.reset": msg`reboot and switch on or off`,
  "instance.terminate": msg`terminate`,
  "project.view": msg`see them`,
  "project.create": msg`add`,
  "project.update": msg`change`,
  "project.delete": msg`delete`,
  "project.assign": msg`move machines`,
  "credential.view": msg`see them`,
  "credential.create": msg`add`,
  "credential.delete": msg`delete`,
  "credential.set_default": msg`choose the default`,
  "token.view": msg`see them`,
  "token.create": msg`create`,
  "token.delete": msg`delete`,
  "billing.estimate": msg`estimate costs`,
  "billing.view": msg`see bills and usage`,
  "billing.info_update": msg`change the billing details`,
  "billing.payment_method_manage": msg`manage payment methods`,
  "billing.promo_use": msg`use promo codes`,
  "billing.limit_request": msg`ask for other limits`,
  "billing.alert_manage": msg`set the cost alert`,
  "member.view": msg`see them`,
  "invite.view": msg`see invitations`,
  "member.invite": msg`invite`,
  "member.manage": msg`change roles, remove people`,
  "owner.reassign": msg`make somebody else the owner`,
  "workspace.view": msg`see it`,
  "activity.view": msg`see what was done in it`,
  "member.leave": msg`leave it`,
  "workspace.update": msg`change name, handle and colour`,
  "workspace.delete": msg`deactivate it`,
};

export const areaWords: Record<Area, MessageDescriptor> = {
  instances: msg`Instances`,
  projects: msg`Projects`,
  keys: msg`SSH keys`,
  tokens: msg`Access tokens`,
  billing: msg`Billing`,
  members: msg`Members`,
  workspace: msg`Workspace`,
};
