/** The disks of a bare-metal instance. */
import { z } from "zod";
import { can, defineEndpoints, get } from "./endpoint.ts";

/** Disks of one host. */
export const maxDisks = 32;

/** The operating system's name of a disk: `sda`, `nvme0n1`. */
export const DiskDevice = z.string().min(1).max(32);

export const InstanceDisk = z.object({
  device: DiskDevice,
  /** Null if the installer did not report it. */
  sizeBytes: z.int().nullable(),
  /** The operating system is on it: every installation erases it. */
  isSystem: z.boolean(),
  /** What the last installation found on it, such as `ext4 "data"`; null if it found nothing or did not report it. */
  content: z.string().nullable(),
});
export type InstanceDisk = z.infer<typeof InstanceDisk>;

export const instanceDisks = defineEndpoints("instanceDisks", {
  list: get("/api/v1/workspaces/:workspace/instances/:instance/disks", {
    summary:
      "List the disks of a bare-metal instance, as its last installation reported them. Empty for a virtual machine, and while nothing is reported",
    access: can("instance.view", "instance"),
    response: z.object({ disks: z.array(InstanceDisk) }),
  }),
});
