import { msg } from "@lingui/core/macro";
import type { instanceConsoleResource } from "#contracts/instance-console.ts";
import type { instancesResource } from "#contracts/instances.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
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
    permissions: { "instance.console": { label: msg`open console` } },
  }),
];
