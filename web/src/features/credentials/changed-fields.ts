/** Labels of changed fields of SSH keys. */
import { msg } from "@lingui/core/macro";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  fingerprintSha256: { label: msg`Fingerprint` },
  "credentials.default": { label: msg`Default SSH key` },
};
