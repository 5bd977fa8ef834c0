/** The job that sends one email, and the names of all emails. Apart from its handler, so that whoever sends an email does not import the mail server. */
import { z } from "zod";
import { Locale } from "#contracts/locale.ts";
import { defineJob } from "../../core/jobs/jobs.ts";

/** Notifications about an account, each with an email of its own. */
const notificationKinds = [
  "new_device",
  "password_known",
  "token_reuse",
  "password_changed",
  "password_reset",
  "email_change_requested",
  "email_changed",
  "two_factor_on",
  "two_factor_off",
  "recovery_code_used",
  "recovery_codes_new",
  "passkey_added",
  "passkey_removed",
  "passkey_copied",
  "identity_linked",
  "identity_unlinked",
  "account_frozen",
  "account_deactivated",
  "account_restored",
  "impersonated",
  "data_copy_ready",
  "ownership_given",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const sendEmail = defineJob(
  "mail.send",
  z.object({
    to: z.string(),
    template: z.enum([
      "verify-email",
      "already-registered",
      "reset-password",
      "change-email",
      "sign-in-code",
      "invitation",
      "member-joined",
      "member-removed",
      "role-changed",
      "ownership-received",
      "token-expiring",
      ...notificationKinds,
    ]),
    locale: Locale,
    values: z.record(z.string(), z.string()),
  }),
);
export type EmailPayload = z.infer<typeof sendEmail.payload>;
