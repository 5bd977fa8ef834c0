/** The erasure of the disks after a bare-metal instance ended. */
import { z } from "zod";
import { Timestamp } from "./endpoint.ts";

/** Null for an instance without disks to erase. */
export const InstanceErasure = z
  .object({
    /** `failed`: staff take care of the disks, which are not sold. */
    status: z.enum(["in_progress", "complete", "failed"]),
    requestedAt: Timestamp,
    finishedAt: Timestamp.nullable(),
  })
  .nullable();
