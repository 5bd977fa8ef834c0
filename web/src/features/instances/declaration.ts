import { msg } from "@lingui/core/macro";
import type { instanceConsoleResource } from "#contracts/instance-console.ts";
import type { instancesResource } from "#contracts/instances.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

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
  resources: [
    labelResource<typeof instancesResource>({
      resource: "instances",
      label: msg`Instances`,
      position: 10,
      permissions: {
        "instance.view": { label: msg`view`, scope: msg`view instances` },
        "instance.logs": { label: msg`view timelines`, scope: msg`view instance timelines` },
        "instance.create": { label: msg`create`, scope: msg`create instances` },
        "instance.reset": {
          label: msg`reboot, power on, and power off`,
          scope: msg`reboot instances and power them on or off`,
        },
        "instance.terminate": { label: msg`terminate`, scope: msg`terminate instances` },
        "instance.update": {
          label: msg`name and protect`,
          scope: msg`change display names and delete protection of instances`,
        },
      },
    }),
    labelResource<typeof instanceConsoleResource>({
      resource: "instanceConsole",
      label: msg`Instance consoles`,
      position: 11,
      permissions: { "instance.console": { label: msg`open screens` } },
    }),
  ],
  help: {
    "/$workspace/instances": { target: "instances", learn: msg`Learn about instances` },
    "/$workspace/cart": { target: "instances#create" },
    "/$workspace/cart/overview": { target: "instances#cart" },
    "/$workspace/instances/$instanceID": { target: "instances#status" },
  },
};
