/** Labels of changed fields of workspaces. */
import { msg } from "@lingui/core/macro";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  handle: { label: msg`Handle` },
  colour: { label: msg`Color` },
};
