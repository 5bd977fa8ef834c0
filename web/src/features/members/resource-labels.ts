import { msg } from "@lingui/core/macro";
import type { invitesResource, membersResource } from "#contracts/members.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof membersResource>({
    resource: "members",
    label: msg`Members`,
    position: 60,
    permissions: {
      "member.view": { label: msg`view` },
      "invite.view": { label: msg`view invitations` },
      "member.invite": { label: msg`invite` },
      "member.manage": { label: msg`change roles, remove members` },
      "owner.reassign": { label: msg`transfer ownership` },
    },
  }),
  labelResource<typeof invitesResource>({ resource: "invites", label: msg`Invitations` }),
];
