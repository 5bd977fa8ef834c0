import { msg } from "@lingui/core/macro";
import type { imagesResource } from "#contracts/images.ts";
import type { virtualProductsResource } from "#contracts/virtual-products.ts";
import type { volumeProductsResource } from "#contracts/volume-products.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof imagesResource>({ resource: "images", label: msg`Images` }),
  labelResource<typeof virtualProductsResource>({
    resource: "virtualProducts",
    label: msg`Virtual products`,
  }),
  labelResource<typeof volumeProductsResource>({
    resource: "volumeProducts",
    label: msg`Block storage`,
  }),
];
