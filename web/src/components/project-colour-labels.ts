import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Project } from "#contracts/projects.ts";

export const projectColourLabels: Readonly<Record<Project["colour"], MessageDescriptor>> = {
  spruce: msg`Spruce`,
  teal: msg`Teal`,
  sky: msg`Sky`,
  violet: msg`Violet`,
  amber: msg`Amber`,
  rose: msg`Rose`,
  slate: msg`Slate`,
};
