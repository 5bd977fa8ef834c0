/**
 * What a resource declares once. The lists of permissions, token scopes, live topics, activity types and
 * search results are collected from these declarations (resources.ts).
 */
import type { z } from "zod";
import type { RoleAccess, StaffRoleId } from "./roles.ts";

interface PermissionDefinition {
  readonly roles: RoleAccess;
  /** `read` changes nothing in the workspace. */
  readonly effect: "read" | "write";
  /**
   * Access tokens may carry the permission, as a scope of the same name; none may where it is left out.
   * `all_projects`: not a token that is limited to selected projects.
   */
  readonly scope?: "any_token" | "all_projects";
  /** Staff roles that keep the permission while they act as a customer; none where it is left out. */
  readonly whileImpersonating?: readonly StaffRoleId[];
}

interface LiveTopicDefinition {
  readonly name: string;
  /** Callers without it for all objects learn that something changed, and not what. */
  readonly permission: string;
  /** Ids of endpoints, or their beginnings, whose answers a change of the topic makes stale. */
  readonly staleReads: readonly string[];
}

interface ResourceOptions {
  /** Workspace permissions by name, in the order in which they are shown. */
  readonly permissions?: Readonly<Record<string, PermissionDefinition>>;
  /** Open pages hear of changes under this topic. */
  readonly liveTopic?: LiveTopicDefinition;
  /** Actions of its endpoints appear in the activity log, under a type of the same name. */
  readonly hasActivity?: true;
  /** Search finds it, for callers with the permission: the shape of one result. */
  readonly search?: { readonly permission: string; readonly result: z.ZodType };
}

export interface Resource extends ResourceOptions {
  /** The first part of the ids of its endpoints. */
  readonly name: string;
}

export const defineResource = <const N extends string, const O extends ResourceOptions>(
  name: N,
  options: O,
): O & { readonly name: N } => ({ ...options, name });
