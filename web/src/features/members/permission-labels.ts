/** Labels of the workspace permissions, worded to follow the name of their area. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import type { Area } from "./role-permissions.ts";

export const permissionLabels: Record<WorkspacePermission, MessageDescriptor> = {
  "instance.view": msg`view`,
  "instance.logs": msg`view timelines`,
  "instance.create": msg`create`,
  "instance.reset": msg`reboot, power on, and power off`,
  "instance.terminate": msg`terminate`,
  "project.view": msg`view`,
  "project.create": msg`add`,
  "project.update": msg`edit`,
  "project.delete": msg`delete`,
  "project.assign": msg`move instances`,
  "credential.view": msg`view`,
  "credential.create": msg`add`,
  "credential.delete": msg`delete`,
  "credential.set_default": msg`set the default`,
  "token.view": msg`view`,
  "token.create": msg`create`,
  "token.delete": msg`delete`,
  "billing.estimate": msg`estimate costs`,
  "billing.view": msg`view invoices and usage`,
  "billing.info_update": msg`edit billing details`,
  "billing.payment_method_manage": msg`manage payment methods`,
  "billing.promo_use": msg`redeem promo codes`,
  "billing.limit_request": msg`request limit changes`,
  "billing.alert_manage": msg`set a spending alert`,
  "member.view": msg`view`,
  "invite.view": msg`view invitations`,
  "member.invite": msg`invite`,
  "member.manage": msg`change roles, remove members`,
  "owner.reassign": msg`transfer ownership`,
  "workspace.view": msg`view`,
  "activity.view": msg`view activity`,
  "member.leave": msg`leave`,
  "workspace.update": msg`edit name, handle, and color`,
  "workspace.delete": msg`deactivate`,
};

export const areaLabels: Record<Area, MessageDescriptor> = {
  instances: msg`Instances`,
  projects: msg`Projects`,
  keys: msg`SSH keys`,
  tokens: msg`Access tokens`,
  billing: msg`Billing`,
  members: msg`Members`,
  workspace: msg`Workspace`,
};
