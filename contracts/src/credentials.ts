import { z } from "zod";
import {
  can,
  del,
  get,
  defineEndpoints,
  Id,
  noContent,
  orderBy,
  paginated,
  paginationQuery,
  post,
  searchTerm,
  Timestamp,
} from "./endpoint.ts";
import { fieldIssue } from "./field-problem.ts";
import { defineResource } from "./resource.ts";
import {
  admins,
  adminsAndSupport,
  contributors,
  contributorsOwnOnly,
  ownersAndAdministrators,
} from "./roles.ts";
import { parsePublicKey } from "./ssh-key.ts";
import { nameUnlikeId } from "./text.ts";

export const Credential = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  bits: z.int().nullable(),
  publicKey: z.string(),
  fingerprintSha256: z.string(),
  comment: z.string(),
  isDefault: z.boolean(),
  /** Whether the workspace has no other key. */
  isOnlyKey: z.boolean(),
  createdBy: z.object({ id: Id, name: z.string() }),
  /** Number of existing instances, visible to the caller, that were ordered with the key. */
  usedByCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Credential = z.infer<typeof Credential>;

/**
 * A key in a list. For an access token restricted to projects the fields below are null, because an order needs only
 * the key's name and id.
 */
export const ListedCredential = Credential.extend({
  publicKey: Credential.shape.publicKey.nullable(),
  fingerprintSha256: Credential.shape.fingerprintSha256.nullable(),
  comment: Credential.shape.comment.nullable(),
  createdBy: Credential.shape.createdBy.nullable(),
});
export type ListedCredential = z.infer<typeof ListedCredential>;

/** The validation error states the specific problem of the key. */
const PublicKey = z.string().superRefine((text, context) => {
  const read = parsePublicKey(text);
  if ("error" in read) context.addIssue(fieldIssue(read.error));
});

export const CredentialCreate = z.strictObject({ name: nameUnlikeId(), publicKey: PublicKey });

export const credentialsResource = defineResource("credentials", {
  permissions: {
    "credential.view": {
      roles: contributors,
      effect: "read",
      scope: "any_token",
      whileImpersonating: adminsAndSupport,
    },
    "credential.create": {
      roles: contributors,
      effect: "write",
      scope: "all_projects",
      whileImpersonating: admins,
    },
    "credential.delete": { roles: contributorsOwnOnly, effect: "write", scope: "all_projects" },
    "credential.set_default": {
      roles: ownersAndAdministrators,
      effect: "write",
      scope: "all_projects",
      whileImpersonating: admins,
    },
  },
  liveTopic: {
    name: "credentials",
    permission: "credential.view",
    staleReads: ["credentials.", "search.", "workspaces.overview", "activity."],
  },
  hasActivity: true,
  search: {
    permission: "credential.view",
    result: ListedCredential.pick({
      id: true,
      name: true,
      type: true,
      comment: true,
      fingerprintSha256: true,
    }),
  },
});

export const credentials = defineEndpoints(credentialsResource, {
  list: get("/api/v1/workspaces/:workspace/credentials", {
    summary:
      "List SSH keys; an access token of chosen projects gets their names and ids, without the keys themselves",
    preload: { pages: ["/$workspace/settings/credentials"] },
    access: can("credential.view", "workspace"),
    query: z.strictObject({
      ...paginationQuery(15),
      search: searchTerm,
      searchBy: z.enum(["name", "fingerprint", "comment"]).optional(),
      orderBy: orderBy(["name", "createdAt"]),
    }),
    response: paginated(ListedCredential),
  }),
  create: post("/api/v1/workspaces/:workspace/credentials", {
    summary:
      "Add an SSH public key. The first key becomes the default. Not for an access token of chosen projects",
    access: can("credential.create", "workspace"),
    body: CredentialCreate,
    response: Credential,
    status: 201,
    idempotent: true,
  }),
  setDefault: post("/api/v1/workspaces/:workspace/credentials/:credential", {
    summary:
      "Set the default SSH key for new instances. Not for an access token of chosen projects",
    access: can("credential.set_default", "credential"),
    response: Credential,
  }),
  remove: del("/api/v1/workspaces/:workspace/credentials/:credential", {
    summary:
      "Delete an SSH key. Instances that already have it keep it. Not for an access token of chosen projects",
    access: can("credential.delete", "credential"),
    response: noContent,
  }),
});
