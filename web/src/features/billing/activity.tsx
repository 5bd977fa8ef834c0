/** Activity sentences of billing. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FeatureActivity, SentenceContext } from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = { describe: describeBillingActivity };

function describeBillingActivity({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "billing.requestLimitChange":
      return (
        <Trans>
          {actor} requested a higher limit for {target}
        </Trans>
      );
    case "billing.addPaymentMethod":
      return (
        <Trans>
          {actor} saved the card {target}
        </Trans>
      );
    case "billing.setDefaultPaymentMethod":
      return (
        <Trans>
          {actor} made {target} the default card
        </Trans>
      );
    case "billing.removePaymentMethod":
      return (
        <Trans>
          {actor} removed the card {target}
        </Trans>
      );
    case "billing.createInfo":
    case "billing.updateInfo":
      return (
        <Trans>
          {actor} changed the billing details of {target}
        </Trans>
      );
    case "adminWorkspaces.updateLimit":
      return (
        <Trans>
          {actor} changed a limit of {target}
        </Trans>
      );
    default:
      return null;
  }
}
