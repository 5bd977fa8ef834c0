import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/instances",
      label: msg`Instances`,
      icon: "server",
      permission: "instance.view",
      group: "main",
      position: 20,
      count: ({ overview }) => overview?.instances?.total ?? null,
      relatedPaths: ["/$workspace/cart"],
      goToKey: "i",
      creates: {
        id: "instance",
        label: msg`Create instance`,
        permission: "instance.create",
        to: "/$workspace/cart",
        cli: "instances create HOSTNAME --region REGION --product PRODUCT --image IMAGE",
      },
    },
    {
      to: "/$workspace/cart/overview",
      label: msg`Cart`,
      icon: "cart",
      permission: "instance.create",
      group: "main",
      position: 21,
      count: ({ cartLines }) => (cartLines === 0 ? null : cartLines),
    },
  ],
  help: {
    "/$workspace/instances": { target: "instances", learn: msg`Learn about instances` },
    "/$workspace/cart": { target: "instances#create" },
    "/$workspace/cart/overview": { target: "instances#cart" },
    "/$workspace/instances/$instanceID": { target: "instances#status" },
  },
};
