/** Activity sentences of bare-metal items. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SentenceContext } from "../../activity/shared/feature-activity.ts";

export function describeItemAction({ activity, actor, target }: SentenceContext): ReactNode | null {
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
