/** What staff call the states of people and of what they asked for. */
import { useLingui } from "@lingui/react/macro";
import type { DataCopy } from "#contracts/account.ts";
import type { User, UserStatus } from "#contracts/users.ts";
import { type Shape, Status, type Tone } from "../../ui/status.tsx";

type Look = readonly [tone: Tone, shape: Shape];

const userLooks: Record<UserStatus, Look> = {
  unverified: ["warn", "diamond"],
  active: ["ok", "dot"],
  frozen: ["busy", "square"],
  deactivated: ["idle", "square"],
  deleted: ["idle", "hollow"],
};

export function useUserStatusWords(): Record<UserStatus, string> {
  const { t } = useLingui();
  return {
    unverified: t`Unverified`,
    active: t`Active`,
    frozen: t`Locked`,
    deactivated: t`Deactivated`,
    deleted: t`Deleted`,
  };
}

export function UserState({ status }: { status: UserStatus }) {
  const words = useUserStatusWords();
  const [tone, shape] = userLooks[status];
  return (
    <Status tone={tone} shape={shape}>
      {words[status]}
    </Status>
  );
}

const copyLooks: Record<DataCopy["status"], Look> = {
  queued: ["warn", "diamond"],
  running: ["busy", "turning"],
  ready: ["ok", "dot"],
  failed: ["bad", "square"],
  expired: ["idle", "hollow"],
};

export function useCopyStatusWords(): Record<DataCopy["status"], string> {
  const { t } = useLingui();
  return {
    queued: t`Queued`,
    running: t`In progress`,
    ready: t`Ready`,
    failed: t`Failed`,
    expired: t`Expired`,
  };
}

export function CopyState({ status }: { status: DataCopy["status"] }) {
  const words = useCopyStatusWords();
  const [tone, shape] = copyLooks[status];
  return (
    <Status tone={tone} shape={shape}>
      {words[status]}
    </Status>
  );
}

/** A person by name; by address where they never gave one. */
export const nameOf = ({
  firstName,
  lastName,
  email,
}: Pick<User, "firstName" | "lastName" | "email">): string => {
  const name = `${firstName} ${lastName}`.trim();
  return name === "" ? email : name;
};
