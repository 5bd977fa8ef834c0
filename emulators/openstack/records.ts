/** The records of the emulated cloud, in the format of its snapshot. */
import { z } from "zod";

export const Status = z.object({
  vmState: z.enum([
    "building",
    "active",
    "stopped",
    "paused",
    "suspended",
    "resized",
    "error",
    "deleted",
  ]),
  taskState: z.string().nullable(),
});

const Fault = z.object({ code: z.number(), message: z.string(), createdAtMs: z.number() });

const Step = Status.extend({
  dueAtMs: z.number(),
  fault: Fault.omit({ createdAtMs: true }).optional(),
});
export type Step = z.infer<typeof Step>;

const Action = z.object({
  action: z.string(),
  requestId: z.string(),
  userId: z.string(),
  startedAtMs: z.number(),
  finishedAtMs: z.number().nullable(),
  result: z.enum(["Success", "Error"]).nullable(),
});

const Server = Status.extend({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  projectId: z.string(),
  userId: z.string(),
  flavorId: z.string(),
  imageId: z.string(),
  host: z.string().nullable(),
  userData: z.string().nullable(),
  keyName: z.string().nullable(),
  configDrive: z.boolean().default(false),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  portIds: z.array(z.string()),
  /** Ports created by Nova are deleted with the server; other ports are only detached. */
  ownedPortIds: z.array(z.string()),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  launchedAtMs: z.number().nullable(),
  deletedAtMs: z.number().nullable(),
  fault: Fault.nullable(),
  plan: z.array(Step),
  actions: z.array(Action),
  boots: z.number(),
});
export type ServerRow = z.infer<typeof Server>;

const Port = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  region: z.string(),
  projectId: z.string(),
  networkId: z.string(),
  subnetId: z.string(),
  ip: z.string(),
  mac: z.string(),
  deviceId: z.string(),
  /** Ids; without any, the project's default group applies. */
  securityGroupIds: z.array(z.string()).default([]),
  tags: z.array(z.string()),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  revision: z.number(),
});
export type PortRow = z.infer<typeof Port>;

const FloatingIp = z.object({
  id: z.string(),
  description: z.string(),
  region: z.string(),
  projectId: z.string(),
  networkId: z.string(),
  ip: z.string(),
  portId: z.string().nullable(),
  tags: z.array(z.string()).default([]),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  revision: z.number(),
});
export type FloatingIpRow = z.infer<typeof FloatingIp>;

const Volume = z.object({
  id: z.string(),
  name: z.string(),
  region: z.string(),
  projectId: z.string(),
  userId: z.string(),
  sizeGb: z.number(),
  imageId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** The server it is attached to; null for an unused volume. */
  serverId: z.string().nullable(),
  deletedWithServer: z.boolean(),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});
export type VolumeRow = z.infer<typeof Volume>;

export const Snapshot = z.object({
  servers: z.array(Server),
  ports: z.array(Port),
  floatingIps: z.array(FloatingIp),
  volumes: z.array(Volume).default([]),
  /** The last IP address assigned in each network, so that a released address is not reused immediately. */
  lastAddresses: z.record(z.string(), z.number()),
  imageStatuses: z.record(z.string(), z.string()),
});
