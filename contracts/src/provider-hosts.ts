/** Hosts of the providers as they report them now, for staff. */
import { z } from "zod";
import { itemStates } from "./bare-metal-items.ts";
import { defineEndpoints, get, Id, paginated, searchTerm, staff, Timestamp } from "./endpoint.ts";
import { pageQuery } from "./page-query.ts";
import { infrastructureResource } from "./infrastructure.ts";

const Region = z.object({ handle: z.string(), name: z.string() });

/**
 * How the provider of a region responded. The hosts of a region that did not respond are missing from the list.
 * - `unreachable`: it did not respond in time, or could not.
 * - `rejected`: it rejected Boreal's account.
 */
export const regionResponseStates = ["ok", "unreachable", "rejected"] as const;
export const RegionResponse = z.object({
  region: Region,
  state: z.enum(regionResponseStates),
  /** The provider's words; null while it responds. */
  message: z.string().nullable(),
  /** When it was asked. Within 10 seconds it is asked once. */
  readAt: Timestamp,
});
export type RegionResponse = z.infer<typeof RegionResponse>;

export const hypervisorStates = ["up", "down"] as const;

export const OpenstackHost = z.object({
  region: Region,
  name: z.string(),
  /** `down`: it does not report to the cloud. */
  state: z.enum(hypervisorStates),
  /** `disabled`: it accepts no new servers. */
  status: z.enum(["enabled", "disabled"]),
  vcpusUsed: z.int(),
  vcpusTotal: z.int(),
  memoryUsedMb: z.int(),
  memoryTotalMb: z.int(),
  serverCount: z.int(),
});
export type OpenstackHost = z.infer<typeof OpenstackHost>;

/** Of the last installation. */
export const installationStates = [
  "installed",
  "pending",
  "token_expired",
  "failed",
  "unknown",
] as const;
export const powerStates = ["on", "off", "unknown"] as const;

export const ForemanHost = z.object({
  region: Region,
  /** Its id in Foreman. */
  hostId: z.string(),
  name: z.string(),
  mac: z.string().nullable(),
  ip: z.string().nullable(),
  /** Title of its host group; null without one. */
  hostGroup: z.string().nullable(),
  installation: z.enum(installationStates),
  installedAt: Timestamp.nullable(),
  /** `unknown`: its management controller did not respond within seconds. */
  power: z.enum(powerStates),
  /** The item of a bare-metal product that is this host; null if it is not sold. */
  item: z
    .object({ id: Id, productId: Id, serial: z.string(), state: z.enum(itemStates) })
    .nullable(),
});
export type ForemanHost = z.infer<typeof ForemanHost>;

export const ForemanHostGroup = z.object({
  region: Region,
  /** Its id in Foreman. */
  hostGroupId: z.string(),
  /** With the names of its parents. */
  title: z.string(),
  operatingSystem: z.string().nullable(),
  /** Names of the images that it installs, by the settings of the region. */
  images: z.array(z.string()),
  /** Whether it erases disks, by the settings of the region. */
  isErasing: z.boolean(),
});
export type ForemanHostGroup = z.infer<typeof ForemanHostGroup>;

const hostQuery = {
  ...pageQuery(15),
  /** A part of the name. */
  search: searchTerm,
  regionHandle: z.string().max(200).optional(),
};

export const providerHosts = defineEndpoints(infrastructureResource, {
  openstackHosts: get("/admin/openstack/hosts", {
    summary: "List the hypervisors of all regions, as OpenStack reports them now",
    access: staff("staff.infra.view"),
    query: z.strictObject({ ...hostQuery, state: z.enum(hypervisorStates).optional() }),
    response: paginated(OpenstackHost).extend({
      regions: z.array(
        RegionResponse.extend({
          /** By model: installed ones, and those of instances. OpenStack does not report them by host. */
          gpus: z.array(z.object({ model: z.string(), used: z.int(), total: z.int() })),
        }),
      ),
    }),
  }),
  foremanHosts: get("/admin/foreman/hosts", {
    summary:
      "List the bare-metal hosts of all regions, as Foreman reports them now, with the power of those on the page",
    access: staff("staff.infra.view"),
    query: z.strictObject({
      ...hostQuery,
      installation: z.enum(installationStates).optional(),
    }),
    response: paginated(ForemanHost).extend({ regions: z.array(RegionResponse) }),
  }),
  foremanHostGroups: get("/admin/foreman/hostgroups", {
    summary: "List the host groups of all regions, as Foreman reports them now",
    access: staff("staff.infra.view"),
    query: z.strictObject(hostQuery),
    response: paginated(ForemanHostGroup).extend({ regions: z.array(RegionResponse) }),
  }),
});
