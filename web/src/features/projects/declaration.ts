import { msg } from "@lingui/core/macro";
import type { projectsResource } from "#contracts/projects.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/projects",
      label: msg`Projects`,
      icon: "folder",
      permission: "project.view",
      group: "main",
      position: 30,
      count: ({ overview }) => overview?.projects ?? null,
      goToKey: "p",
      creates: {
        id: "project",
        label: msg`Create project`,
        permission: "project.create",
        to: "/$workspace/projects/add",
        cli: "projects create NAME",
      },
    },
  ],
  resources: [
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
  ],
  help: {
    "/$workspace/projects": {
      target: "projects-and-members#projects",
      learn: msg`Learn about projects`,
    },
    "/$workspace/projects/add": { target: "projects-and-members#create-project" },
    "/$workspace/projects/$projectID/instances": {
      target: "projects-and-members#move",
      learn: msg`Learn about moving instances`,
    },
    "/$workspace/projects/$projectID/settings": { target: "projects-and-members#delete-project" },
  },
};
