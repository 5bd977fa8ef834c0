import { useLingui } from "@lingui/react/macro";
import type { Invite } from "#contracts/members.ts";
import { type Shape, Status, type Tone } from "../../ui/status.tsx";

export function useInviteWords(): Record<Invite["status"], string> {
  const { t } = useLingui();
  return {
    pending: t`Pending`,
    accepted: t`Accepted`,
    revoked: t`Revoked`,
    expired: t`Expired`,
  };
}

const looks: Record<Invite["status"], { tone: Tone; shape: Shape }> = {
  pending: { tone: "busy", shape: "hollow" },
  accepted: { tone: "ok", shape: "dot" },
  revoked: { tone: "idle", shape: "square" },
  expired: { tone: "warn", shape: "diamond" },
};

export function InviteStatus({ status }: { status: Invite["status"] }) {
  const words = useInviteWords();
  return <Status {...looks[status]}>{words[status]}</Status>;
}
