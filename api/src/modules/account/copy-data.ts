/** The job that makes a copy of a user's own data. */
import { z } from "zod";
import { defineJob } from "../../core/jobs/jobs.ts";

export const copyData = defineJob("account.copyData", z.object({ requestId: z.uuid() }));
