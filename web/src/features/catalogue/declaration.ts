import { msg } from "@lingui/core/macro";
import type { imagesResource } from "#contracts/images.ts";
import type { virtualProductsResource } from "#contracts/virtual-products.ts";
import type { volumeProductsResource } from "#contracts/volume-products.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  resources: [
    labelResource<typeof imagesResource>({ resource: "images", label: msg`Images` }),
    labelResource<typeof virtualProductsResource>({
      resource: "virtualProducts",
      label: msg`Virtual products`,
    }),
    labelResource<typeof volumeProductsResource>({
      resource: "volumeProducts",
      label: msg`Block storage`,
    }),
  ],
  help: {
    // The documentation is for customers: it says what they can order.
    "/admin/images": { target: "instances", learn: msg`Learn about instances` },
    "/admin/images/$imageID": { target: "instances" },
    "/admin/virtual-products": { target: "instances", learn: msg`Learn about instances` },
    "/admin/virtual-products/$productID": { target: "instances" },
    "/admin/volumes-products": { target: "instances", learn: msg`Learn about instances` },
  },
};
