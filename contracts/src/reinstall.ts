/** The body of a reinstallation. */
import { z } from "zod";
import { Id } from "./endpoint.ts";
import { DiskDevice, maxDisks } from "./instance-disks.ts";

/** Omitted fields stay as they are. */
export const Reinstallation = z.strictObject({
  operatingsystem: Id.optional(),
  /** Ids of the SSH keys that may sign in afterwards, in place of the present ones. */
  workspaceCredential: z.array(Id).min(1).max(10).optional(),
  /** Devices of the disks whose data stays, such as `nvme1n1`: bare metal only. The system disk is always erased. */
  keptDisks: z.array(DiskDevice).max(maxDisks).optional(),
});
