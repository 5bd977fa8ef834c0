import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  help: {
    "/$workspace/cart/queue": {
      target: "instances#waiting",
      learn: msg`Learn about waiting orders`,
    },
  },
};
