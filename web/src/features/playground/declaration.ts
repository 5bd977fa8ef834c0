import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  help: { "/playground": { target: "api#first-request" } },
};
