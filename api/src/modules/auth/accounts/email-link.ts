/** The job that emails a link requested by typing an email address, which may belong to nobody. */
import { z } from "zod";
import { defineJob } from "../../../core/jobs/jobs.ts";

export const emailLink = defineJob(
  "auth.mailLink",
  z.object({ emailKey: z.string(), purpose: z.enum(["verify_email", "reset_password"]) }),
);
