import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  help: {
    "/account/general": { target: "security#data-export" },
    "/account/security": { target: "security#two-factor" },
    "/account/sessions": { target: "security#sessions", learn: msg`Learn about sessions` },
  },
};
