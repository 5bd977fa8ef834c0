/** Activity sentences of staff actions. */
import type { I18n } from "@lingui/core";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { staffRoles } from "#contracts/roles.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { exportedLists } from "./exported-lists.ts";
import {
  asText,
  changedValue,
  type FeatureActivity,
  type SentenceContext,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: (context) =>
    describeUserAction(context) ??
    describeItemAction(context) ??
    describeExport(context) ??
    describeOtherStaffAction(context),
  detail: (i18n, { action, changes }) => {
    switch (action) {
      case "users.impersonate":
      case "users.deleteForever":
        return asText(changedValue(changes, "reason"));
      case "staffRoles.assign":
        return roleText(i18n, changedValue(changes, "staffRole"));
      case "staffRoles.expire":
        return roleText(i18n, changedValue(changes, "staffRole", "from"));
      case "maintenance.announce":
      case "maintenance.on":
        return asText(changedValue(changes, "message"));
      case "bareMetalItems.update":
        return asText(changedValue(changes, "stateReason"));
      default:
        return action.startsWith("staffExports.") ? exportedList(i18n, action) : null;
    }
  },
};

function describeExport({ activity: { action }, actor }: SentenceContext): ReactNode | null {
  switch (action) {
    case "staffExports.users":
    case "staffExports.usersWithoutWorkspace":
    case "staffExports.dataCopyRequests":
    case "staffExports.staff":
    case "staffExports.workspaces":
    case "staffExports.limitRequests":
    case "staffExports.instances":
    case "staffExports.commands":
    case "staffExports.findings":
    case "staffExports.invoices":
    case "staffExports.billingHistory":
    case "staffExports.balanceApprovals":
    case "staffExports.promoCodes":
    case "staffExports.images":
    case "staffExports.volumeProducts":
    case "staffExports.virtualProducts":
    case "staffExports.bareMetalProducts":
    case "staffExports.bareMetalItems":
      return <Trans>{actor} exported a list of the staff area</Trans>;
    default:
      return null;
  }
}

/** The name of the list that was exported. */
function exportedList(i18n: I18n, action: string): string | null {
  const [, name] = action.split(".");
  const list = Object.entries(exportedLists).find(([key]) => key === name);
  return list === undefined ? null : i18n._(list[1]);
}

function roleText(i18n: I18n, value: unknown): string | null {
  const role = staffRoles.find((known) => known === value);
  return role === undefined ? null : staffRoleLabel(i18n, role);
}

function describeUserAction(context: SentenceContext): ReactNode | null {
  const { activity, actor, target } = context;
  switch (activity.action) {
    case "users.update":
      return describeUserUpdate(context);
    case "users.restore":
      return (
        <Trans>
          {actor} restored the account of {target}
        </Trans>
      );
    case "users.deleteForever":
      return (
        <Trans>
          {actor} permanently deleted the account {target}
        </Trans>
      );
    case "users.retryDataCopy":
      return (
        <Trans>
          {actor} retried the data export of {target}
        </Trans>
      );
    case "users.impersonate":
      return activity.target?.type === "workspace" ? (
        <Trans>{actor} started to act as this customer</Trans>
      ) : (
        <Trans>
          {actor} started acting as {target}
        </Trans>
      );
    case "users.endImpersonation":
      return activity.target?.type === "workspace" ? (
        <Trans>{actor} stopped acting as this customer</Trans>
      ) : (
        <Trans>
          {actor} stopped acting as {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeUserUpdate({
  activity: { changes = [] },
  actor,
  target,
}: SentenceContext): ReactNode {
  if (changes.some(({ field }) => field === "twoFactor"))
    return (
      <Trans>
        {actor} turned off two-factor authentication for {target}
      </Trans>
    );
  switch (changes.find(({ field }) => field === "status")?.to) {
    case "frozen":
      return (
        <Trans>
          {actor} locked the account of {target}
        </Trans>
      );
    case "deactivated":
      return (
        <Trans>
          {actor} deactivated the account of {target}
        </Trans>
      );
    case "active":
      return (
        <Trans>
          {actor} unlocked the account of {target}
        </Trans>
      );
    default:
      return (
        <Trans>
          {actor} updated the details of {target}
        </Trans>
      );
  }
}

function describeOtherStaffAction({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "staffRoles.assign":
      return (
        <Trans>
          {actor} assigned {target} a staff role
        </Trans>
      );
    case "staffRoles.expire":
      return (
        <Trans>
          {actor} removed the staff role of {target}
        </Trans>
      );
    case "infrastructure.sync":
      return (
        <Trans>
          {actor} had the catalog of {target} read again
        </Trans>
      );
    case "maintenance.on":
      return <Trans>{actor} started maintenance</Trans>;
    case "maintenance.announce":
      return <Trans>{actor} announced maintenance</Trans>;
    case "maintenance.cancelAnnouncement":
      return <Trans>{actor} canceled the announced maintenance</Trans>;
    case "maintenance.off":
      return <Trans>{actor} ended maintenance</Trans>;
    default:
      return null;
  }
}

function describeItemAction({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "bareMetalItems.update":
      return describeItemUpdate({ activity, actor, target });
    case "bareMetalItems.retire":
    case "bareMetalProducts.retireItem":
      return (
        <Trans>
          {actor} retired the item {target}
        </Trans>
      );
    case "bareMetalItems.retryErasure":
      return (
        <Trans>
          {actor} had the disks of the item {target} erased again
        </Trans>
      );
    case "bareMetalProducts.addItem":
      return (
        <Trans>
          {actor} added the item {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeItemUpdate({
  activity: { changes = [] },
  actor,
  target,
}: SentenceContext): ReactNode {
  switch (changes.find(({ field }) => field === "state")?.to) {
    case "available":
      return (
        <Trans>
          {actor} made the item {target} available
        </Trans>
      );
    case "maintenance":
      return (
        <Trans>
          {actor} sent the item {target} to maintenance
        </Trans>
      );
    case "broken":
      return (
        <Trans>
          {actor} marked the item {target} as broken
        </Trans>
      );
    default:
      return (
        <Trans>
          {actor} changed the item {target}
        </Trans>
      );
  }
}
