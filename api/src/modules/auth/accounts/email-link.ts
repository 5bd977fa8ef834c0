/** The job that mails a link to an email address that a visitor typed; the address need not belong to an account. */
import { z } from "zod";
import { defineJob } from "../../../core/jobs/jobs.ts";

export const emailLink = defineJob(
  "auth.mailLink",
  z.object({ emailKey: z.string(), purpose: z.enum(["verify_email", "reset_password"]) }),
);
