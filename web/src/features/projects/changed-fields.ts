/** Labels and values of changed fields of projects. */
import { msg } from "@lingui/core/macro";
import { projectColourLabels } from "../../components/project-colour-labels.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  "projects.colour": codeField(msg`Color`, projectColourLabels),
  instance: { label: msg`Instance` },
  instancesMovedTo: { label: msg`Instances moved to` },
};
