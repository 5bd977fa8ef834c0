/** What comparisons with the providers found, for staff. */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  orderBy,
  paginated,
  paginationQuery,
  staff,
  Timestamp,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";

/**
 * - `instance_gone`: the server of an instance no longer exists. The instance is not billed meanwhile.
 * - `instance_changed`: the provider reports another state than the last command left.
 * - `foreign_server`: a server in Boreal's project that Boreal did not create.
 * - `orphan_…`: a resource with Boreal's label that belongs to no instance.
 * - `flavor_missing`, `flavor_differs`: the flavor of a product does not exist, or has other sizes than the product.
 * - `image_missing`, `image_ambiguous`: an image has no usable one of its name at the provider, or more than one.
 * - `gpus_oversold`: instances have more GPUs than the region.
 * - `host_down`: a hypervisor does not report to the cloud.
 * - `command_stuck`: a command that does not advance. One that waits for staff is not stuck.
 * - `region_unreachable`: the region does not respond.
 * - `clock_differs`: the clocks of Boreal and the provider differ by more than 30 seconds.
 */
export const findingKinds = [
  "instance_gone",
  "instance_changed",
  "foreign_server",
  "orphan_server",
  "orphan_port",
  "orphan_address",
  "orphan_volume",
  "flavor_missing",
  "flavor_differs",
  "image_missing",
  "image_ambiguous",
  "gpus_oversold",
  "host_down",
  "command_stuck",
  "region_unreachable",
  "clock_differs",
] as const;
export type FindingKind = (typeof findingKinds)[number];

export const findingStates = ["open", "resolved"] as const;

const text = z.string().max(255);

/** Facts about a finding; absent ones are unknown or do not apply. Times of a provider are by its clock. */
export const FindingDetail = z.object({
  /** When the resource was created, or since when something does not advance. */
  since: Timestamp.optional(),
  /** The state before, and the one reported; for `instance_…`. */
  from: text.optional(),
  to: text.optional(),
  /** The provider's newest action that explains it, with its request and its account. */
  action: text.optional(),
  actionRequest: text.optional(),
  actionUser: text.optional(),
  /** Name of the product, GPU model, host or kind of command. */
  name: text.optional(),
  /** What was compared, such as `vcpus`, with both values. */
  compared: text.optional(),
  expected: z.number().optional(),
  actual: z.number().optional(),
});
export type FindingDetail = z.infer<typeof FindingDetail>;

export const Finding = z.object({
  id: Id,
  kind: z.enum(findingKinds),
  region: z.object({ handle: z.string(), name: z.string() }),
  /** The provider's id of a resource, the name of a flavor, image or host, or the id of a command. */
  reference: z.string(),
  /** The instance it concerns, which may be terminated; null if it concerns none. */
  instance: z
    .object({
      id: Id,
      hostname: z.string(),
      workspace: z.object({ id: Id, handle: z.string() }),
    })
    .nullable(),
  detail: FindingDetail,
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  /** When a comparison no longer found it; null while it is open. */
  resolvedAt: Timestamp.nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const infrastructureResource = defineResource("infrastructure", { hasActivity: true });

export const findingListQuery = z.strictObject({
  ...paginationQuery(15),
  /** Default: open. */
  state: z.enum(findingStates).optional(),
  kind: commaSeparated(findingKinds),
  regionHandle: z.string().max(200).optional(),
  orderBy: orderBy(["firstSeenAt", "lastSeenAt"]),
});

export const infrastructure = defineEndpoints(infrastructureResource, {
  findings: get("/admin/infrastructure/findings", {
    summary:
      "List what comparisons with the providers found: gone, changed and foreign servers, orphaned resources, differences of the catalog and the stock, and stuck commands",
    preload: { pages: ["/admin/infrastructure"] },
    access: staff("staff.infra.view"),
    query: findingListQuery,
    response: paginated(Finding),
  }),
});
