/** Labels for the status of users and of their data copies. */
import { useLingui } from "@lingui/react/macro";
import type { DataCopy } from "#contracts/account.ts";
import type { User, UserStatus } from "#contracts/users.ts";
import { type StatusShape, Status, type StatusTone } from "../../../ui/status.tsx";

type Appearance = readonly [tone: StatusTone, shape: StatusShape];

const userStatusAppearance: Record<UserStatus, Appearance> = {
  unverified: ["warn", "diamond"],
  active: ["ok", "dot"],
  frozen: ["busy", "square"],
  deactivated: ["idle", "square"],
  deleted: ["idle", "hollow"],
};

export function useUserStatusLabels(): Record<UserStatus, string> {
  const { t } = useLingui();
  return {
    unverified: t`Unverified`,
    active: t`Active`,
    frozen: t`Locked`,
    deactivated: t`Deactivated`,
    deleted: t`Deleted`,
  };
}

export function UserStatusBadge({ status }: { status: UserStatus }) {
  const labels = useUserStatusLabels();
  const [tone, shape] = userStatusAppearance[status];
  return (
    <Status tone={tone} shape={shape}>
      {labels[status]}
    </Status>
  );
}

const dataCopyAppearance: Record<DataCopy["status"], Appearance> = {
  queued: ["warn", "diamond"],
  running: ["busy", "spinner"],
  ready: ["ok", "dot"],
  failed: ["danger", "square"],
  expired: ["idle", "hollow"],
};

export function useDataCopyStatusLabels(): Record<DataCopy["status"], string> {
  const { t } = useLingui();
  return {
    queued: t`Queued`,
    running: t`In progress`,
    ready: t`Ready`,
    failed: t`Failed`,
    expired: t`Expired`,
  };
}

export function DataCopyStatusBadge({ status }: { status: DataCopy["status"] }) {
  const labels = useDataCopyStatusLabels();
  const [tone, shape] = dataCopyAppearance[status];
  return (
    <Status tone={tone} shape={shape}>
      {labels[status]}
    </Status>
  );
}

/** The user's name, or the email when there is no name. */
export const userDisplayName = ({
  firstName,
  lastName,
  email,
}: Pick<User, "firstName" | "lastName" | "email">): string => {
  const name = `${firstName} ${lastName}`.trim();
  return name === "" ? email : name;
};
