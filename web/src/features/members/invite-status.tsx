import { useLingui } from "@lingui/react/macro";
import type { Invite } from "#contracts/members.ts";
import { type StatusShape, Status, type StatusTone } from "../../ui/status.tsx";

export function useInviteStatusLabels(): Record<Invite["status"], string> {
  const { t } = useLingui();
  return {
    pending: t`Pending`,
    accepted: t`Accepted`,
    revoked: t`Revoked`,
    expired: t`Expired`,
  };
}

const statusAppearance: Record<Invite["status"], { tone: StatusTone; shape: StatusShape }> = {
  pending: { tone: "busy", shape: "hollow" },
  accepted: { tone: "ok", shape: "dot" },
  revoked: { tone: "idle", shape: "square" },
  expired: { tone: "warn", shape: "diamond" },
};

export function InviteStatus({ status }: { status: Invite["status"] }) {
  const labels = useInviteStatusLabels();
  return <Status {...statusAppearance[status]}>{labels[status]}</Status>;
}
