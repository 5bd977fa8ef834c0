import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

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
