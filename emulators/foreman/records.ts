/** What the emulator stores, as in its snapshot file. */
import { z } from "zod";

/** A change of a host that is due at a time. */
export const Step = z.object({
  dueAtMs: z.number(),
  kind: z.enum(["power_off", "start", "finish_installation", "fail_installation"]),
});
export type Step = z.infer<typeof Step>;

export const Parameter = z.object({
  id: z.int(),
  name: z.string(),
  value: z.string(),
  hidden_value: z.boolean(),
});

export const HostRow = z.object({
  id: z.int(),
  name: z.string(),
  serial: z.string(),
  mac: z.string(),
  ip: z.string(),
  model: z.string(),
  disks: z.array(z.string()),
  /** What is on a disk, by its device; none for an empty one. */
  contents: z.record(z.string(), z.string()).default({}),
  hostGroupId: z.int().nullable(),
  isOn: z.boolean(),
  /** Of the next start only. */
  bootDevice: z.enum(["disk", "pxe"]),
  build: z.boolean(),
  buildErrors: z.string().nullable(),
  tokenExpiresAtMs: z.number().nullable(),
  installedAtMs: z.number().nullable(),
  parameters: z.array(Parameter),
  facts: z.record(z.string(), z.string()),
  plan: z.array(Step),
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
});
export type HostRow = z.infer<typeof HostRow>;

export const Snapshot = z.object({ hosts: z.array(HostRow), lastParameterId: z.int() });

export interface HostGroupData {
  id: number;
  name: string;
  title: string;
  operatingSystem: { id: number; name: string } | null;
  /** Its installer erases the disks, reports each one and turns the host off. */
  isErasing: boolean;
}
