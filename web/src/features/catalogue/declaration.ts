import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  help: {
    // The documentation is for customers: it says what they can order.
    "/admin/images": { target: "instances" },
    "/admin/images/$imageID": { target: "instances" },
    "/admin/virtual-products": { target: "instances" },
    "/admin/virtual-products/$productID": { target: "instances" },
    "/admin/volumes-products": { target: "instances" },
  },
};
