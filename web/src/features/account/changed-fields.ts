/** Labels and values of changed fields of accounts, sign-in and sessions. */
import { msg } from "@lingui/core/macro";
import { formatDuration } from "../../lib/i18n/format.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

const onOrOff = codeField(msg`Two-factor authentication`, { on: msg`On`, off: msg`Off` });

export const changedFields: ChangedFields = {
  firstName: { label: msg`First name` },
  lastName: { label: msg`Last name` },
  email: { label: msg`Email` },
  pendingEmail: { label: msg`New email` },
  password: { label: msg`Password` },
  passkey: { label: msg`Passkey` },
  counter: { label: msg`Passkey counter` },
  twoFactor: {
    ...onOrOff,
    value: (value, context) =>
      onOrOff.value?.(typeof value === "boolean" ? (value ? "on" : "off") : value, context) ?? null,
  },
  recoveryCodes: { label: msg`Recovery codes` },
  identity: codeField(msg`Linked account`, { google: msg`Google`, github: msg`GitHub` }),
  locale: codeField(msg`Language`, { en: msg`English`, de: msg`German` }),
  timezone: { label: msg`Time zone` },
  dob: { label: msg`Date of birth` },
  tosVersion: { label: msg`Terms version` },
  avatar: { label: msg`Profile picture` },
  sessions: { label: msg`Active sessions` },
  revokedReason: codeField(msg`Reason`, { token_reuse: msg`The session cookie was used twice` }),
  blockedForSeconds: {
    label: msg`Blocked for`,
    value: (value) => (typeof value === "number" ? formatDuration(value) : null),
  },
};
