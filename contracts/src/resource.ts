/**
 * The declaration of a resource. resources.ts lists the declarations; permissions, token scopes, live topics, activity
 * types and search results derive from the list.
 */
import type { z } from "zod";
import type { RoleAccess, StaffRoleId } from "./roles.ts";

interface PermissionDefinition {
  readonly roles: RoleAccess;
  /** `read`: changes nothing in the workspace. */
  readonly effect: "read" | "write";
  /**
   * Access tokens may carry the permission as a scope of the same name; without `scope` no token may.
   * `all_projects`: a token that is limited to selected projects may not.
   */
  readonly scope?: "any_token" | "all_projects";
  /** While the workspace is suspended, nobody has the permission: it orders or invites something new. */
  readonly blockedWhileSuspended?: true;
  /** Staff roles that keep the permission while they act as a customer; none by default. */
  readonly whileImpersonating?: readonly StaffRoleId[];
}

interface LiveTopicDefinition {
  readonly name: string;
  /** Callers who hold it for fewer than all objects receive events without the id of the object. */
  readonly permission: string;
  /** Endpoint ids, or prefixes of them, whose responses become stale with an event of the topic. */
  readonly staleReads: readonly string[];
}

interface ResourceOptions {
  /** Workspace permissions by name, in display order. */
  readonly permissions?: Readonly<Record<string, PermissionDefinition>>;
  /** Topic of the live events about changes of the resource. */
  readonly liveTopic?: LiveTopicDefinition;
  /** The activity log has the actions of its endpoints, with the resource's name as their type. */
  readonly hasActivity?: true;
  /** The workspace search finds objects of the resource for callers with the permission; `result` is the shape of one. */
  readonly search?: { readonly permission: string; readonly result: z.ZodType };
}

export interface Resource extends ResourceOptions {
  /** Prefix of the ids of its endpoints. */
  readonly name: string;
}

export const defineResource = <const N extends string, const O extends ResourceOptions>(
  name: N,
  options: O,
): O & { readonly name: N } => ({ ...options, name });
