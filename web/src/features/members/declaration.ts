import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/settings/team-members",
      label: msg`Members`,
      icon: "users",
      permission: "member.view",
      group: "settings",
      position: 20,
      count: ({ overview }) => overview?.members ?? null,
      relatedPaths: ["/$workspace/settings/pending-team-members"],
      goToKey: "m",
      creates: { id: "invite", label: msg`Invite people`, permission: "member.invite" },
    },
  ],
  help: {
    "/$workspace/settings/team-members": {
      target: "projects-and-members#members",
      learn: msg`Learn about members`,
    },
    "/$workspace/settings/pending-team-members": {
      target: "projects-and-members#invite",
      learn: msg`Learn about invitations`,
    },
    "/workspaces/users/join/$inviteToken": { target: "projects-and-members#invite" },
  },
};
