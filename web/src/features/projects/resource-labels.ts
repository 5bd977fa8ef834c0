import { msg } from "@lingui/core/macro";
import type { projectsResource } from "#contracts/projects.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof projectsResource>({
    resource: "projects",
    label: msg`Projects`,
    position: 20,
    permissions: {
      "project.view": { label: msg`view`, scope: msg`view projects` },
      "project.create": { label: msg`add`, scope: msg`create projects` },
      "project.update": { label: msg`edit`, scope: msg`edit projects` },
      "project.delete": { label: msg`delete`, scope: msg`delete projects` },
      "project.assign": {
        label: msg`move instances`,
        scope: msg`move instances between projects`,
      },
    },
  }),
];
