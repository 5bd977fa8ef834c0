import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TokenScope } from "#contracts/tokens.ts";
import type { AreaId, ScopeLevel } from "./scope-areas.ts";

export const scopeLabels: Readonly<Record<TokenScope, MessageDescriptor>> = {
  "workspace.view": msg`view the workspace and its overview`,
  "project.view": msg`view projects`,
  "project.create": msg`create projects`,
  "project.update": msg`edit projects`,
  "project.delete": msg`delete projects`,
  "project.assign": msg`move instances between projects`,
  "instance.view": msg`view instances`,
  "instance.logs": msg`view instance timelines`,
  "instance.create": msg`create instances`,
  "instance.reset": msg`reboot instances and power them on or off`,
  "instance.terminate": msg`terminate instances`,
  "credential.view": msg`view SSH keys`,
  "credential.create": msg`add SSH keys`,
  "credential.delete": msg`delete SSH keys`,
  "credential.set_default": msg`set the default SSH key`,
  "billing.view": msg`view spending`,
  "billing.estimate": msg`estimate costs`,
};

/** Label of a scope for a token restricted to projects, when the scope grants less there. */
export const confinedWords: Readonly<Partial<Record<TokenScope, MessageDescriptor>>> = {
  "credential.view": msg`view SSH key names to create instances`,
};

export const areaLabels: Readonly<Record<AreaId, MessageDescriptor>> = {
  workspace: msg`Workspace`,
  projects: msg`Projects`,
  instances: msg`Instances`,
  credentials: msg`SSH keys`,
  billing: msg`Billing`,
};

export const levelLabels: Readonly<Record<ScopeLevel, MessageDescriptor>> = {
  none: msg`None`,
  read: msg`Read`,
  write: msg`Read and write`,
};
