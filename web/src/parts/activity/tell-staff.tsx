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
          {who} deleted the account {what} for good
        </Trans>
      );
    case "users.retryDataCopy":
      return (
        <Trans>
          {who} had the data of {what} copied again
        </Trans>
      );
    case "users.impersonate":
      return deed.target?.type === "workspace" ? (
        <Trans>{who} started to act as this customer</Trans>
      ) : (
        <Trans>
          {who} accessed the account of {what}
        </Trans>
      );
    case "users.endImpersonation":
      return deed.target?.type === "workspace" ? (
        <Trans>{who} stopped acting as this customer</Trans>
      ) : (
        <Trans>
          {who} left the account of {what}
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
        {who} turned off the second factor of {what}
      </Trans>
    );
  switch (changes.find(({ field }) => field === "status")?.to) {
    case "frozen":
      return (
        <Trans>
          {who} froze the account of {what}
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
          {who} thawed the account of {what}
        </Trans>
      );
    default:
      return (
        <Trans>
          {who} changed the details of {what}
        </Trans>
      );
  }
}

function tellRest({ deed, who, what }: Tale): ReactNode | null {
  switch (deed.action) {
    case "staffRoles.assign":
      return (
        <Trans>
          {who} gave {what} a staff role
        </Trans>
      );
    case "staffRoles.expire":
      return (
        <Trans>
          {who} took the staff role from {what}
        </Trans>
      );
    case "maintenance.on":
      return <Trans>{who} began maintenance</Trans>;
    case "maintenance.off":
      return <Trans>{who} ended maintenance</Trans>;
    default:
      return null;
  }
}
