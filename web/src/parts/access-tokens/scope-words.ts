import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TokenScope } from "#contracts/tokens.ts";
import type { AreaId, Level } from "./scope-areas.ts";

export const scopeWords: Readonly<Record<TokenScope, MessageDescriptor>> = {
  "workspace.view": msg`see the workspace and its overview`,
  "project.view": msg`see projects`,
  "project.create": msg`add projects`,
  "project.update": msg`change projects`,
  "project.delete": msg`delete projects`,
  "project.assign": msg`move machines between projects`,
  "instance.view": msg`see machines`,
  "instance.logs": msg`see their steps`,
  "instance.create": msg`order machines`,
  "instance.reset": msg`reboot machines, switch them on and off`,
  "instance.terminate": msg`terminate machines`,
  "credential.view": msg`see SSH keys`,
  "credential.create": msg`add SSH keys`,
  "credential.delete": msg`delete SSH keys`,
  "credential.set_default": msg`choose the default SSH key`,
  "billing.view": msg`see what was spent`,
  "billing.estimate": msg`ask what an order would cost`,
};

/** What a scope comes to for a token of chosen projects, where that is less. */
export const confinedWords: Readonly<Partial<Record<TokenScope, MessageDescriptor>>> = {
  "credential.view": msg`see the names of SSH keys, for orders`,
};

export const areaWords: Readonly<Record<AreaId, MessageDescriptor>> = {
  workspace: msg`Workspace`,
  projects: msg`Projects`,
  instances: msg`Instances`,
  credentials: msg`SSH keys`,
  billing: msg`Billing`,
};

export const levelWords: Readonly<Record<Level, MessageDescriptor>> = {
  none: msg`None`,
  read: msg`Read`,
  write: msg`Read and write`,
};
