/** Sentences of what staff do. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Tale } from "./sentence.tsx";

export const tellOfStaff = (tale: Tale): ReactNode | null => tellUsers(tale) ?? tellRest(tale);

function tellUsers(tale: Tale): ReactNode | null {
  const { deed, who, what } = tale;
  switch (deed.action) {
    case "users.update":
      return tellChange(tale);
    case "users.restore":
      return (
        <Trans>
          {who} restored the account of {what}
        </Trans>
      );
    case "users.deleteForever":
      return (
        <Trans>
          {who} permanently deleted the account {what}
        </Trans>
      );
    case "users.retryDataCopy":
      return (
        <Trans>
          {who} retried the data export of {what}
        </Trans>
      );
    case "users.impersonate":
      return deed.target?.type === "workspace" ? (
        <Trans>{who} started to act as this customer</Trans>
      ) : (
        <Trans>
          {who} started acting as {what}
        </Trans>
      );
    case "users.endImpersonation":
      return deed.target?.type === "workspace" ? (
        <Trans>{who} stopped acting as this customer</Trans>
      ) : (
        <Trans>
          {who} stopped acting as {what}
        </Trans>
      );
    default:
      return null;
  }
}

function tellChange({ deed: { changes = [] }, who, what }: Tale): ReactNode {
  if (changes.some(({ field }) => field === "twoFactor"))
    return (
      <Trans>
        {who} turned off two-factor authentication for {what}
      </Trans>
    );
  switch (changes.find(({ field }) => field === "status")?.to) {
    case "frozen":
      return (
        <Trans>
          {who} locked the account of {what}
        </Trans>
      );
    case "deactivated":
      return (
        <Trans>
          {who} deactivated the account of {what}
        </Trans>
      );
    case "active":
      return (
        <Trans>
          {who} unlocked the account of {what}
        </Trans>
      );
    default:
      return (
        <Trans>
          {who} updated the details of {what}
        </Trans>
      );
  }
}

function tellRest({ deed, who, what }: Tale): ReactNode | null {
  switch (deed.action) {
    case "staffRoles.assign":
      return (
        <Trans>
          {who} assigned {what} a staff role
        </Trans>
      );
    case "staffRoles.expire":
      return (
        <Trans>
          {who} removed the staff role of {what}
        </Trans>
      );
    case "maintenance.on":
      return <Trans>{who} started maintenance</Trans>;
    case "maintenance.off":
      return <Trans>{who} ended maintenance</Trans>;
    default:
      return null;
  }
}
