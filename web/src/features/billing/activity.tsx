/** Activity sentences of billing. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import {
  changedValue,
  type FeatureActivity,
  type SentenceContext,
} from "../activity/shared/feature-activity.ts";

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
    case "billing.saveAutomaticTopUp":
      return (
        <Trans>
          {actor} changed the automatic top-up of {target}
        </Trans>
      );
    case "billing.setAlertThreshold":
      return (
        <Trans>
          {actor} set the alert threshold of {target}
        </Trans>
      );
    case "billing.removeAlertThreshold":
      return (
        <Trans>
          {actor} removed the alert threshold of {target}
        </Trans>
      );
    case "billing.alertLevelReached":
      return <Trans>The cost of {target} reached a level of the alert threshold</Trans>;
    case "billing.graceEnded":
      return <Trans>The alert threshold ended instances of {target}</Trans>;
    case "billing.suspendOverdue":
      return <Trans>{target} was suspended for an unpaid invoice</Trans>;
    case "billing.liftOverdue":
      return <Trans>A payment ended the suspension of {target}</Trans>;
    case "billing.createInfo":
    case "billing.updateInfo":
      return (
        <Trans>
          {actor} changed the billing details of {target}
        </Trans>
      );
    case "billing.redeemPromoCode":
      return (
        <Trans>
          {actor} redeemed a promo code for {target}
        </Trans>
      );
    case "adminBilling.addBalance":
      if (changedValue(activity.changes ?? [], "billing.approval") !== undefined)
        return (
          <Trans>
            {actor} asked for the approval of an amount for {target}
          </Trans>
        );
      return (
        <Trans>
          {actor} added to the balance of {target}
        </Trans>
      );
    case "balanceApprovals.reject":
      return (
        <Trans>
          {actor} rejected an amount for {target}
        </Trans>
      );
    case "balanceApprovals.approve":
      return (
        <Trans>
          {actor} added to the balance of {target}
        </Trans>
      );
    case "adminBilling.createInvoice":
      return (
        <Trans>
          {actor} issued {target}
        </Trans>
      );
    case "adminBilling.refund":
      return (
        <Trans>
          {actor} gave back a payment of {target}
        </Trans>
      );
    case "adminBilling.issueDraft":
      return (
        <Trans>
          {actor} issued {target}
        </Trans>
      );
    case "adminBilling.discardDraft":
      return (
        <Trans>
          {actor} discarded the draft {target}
        </Trans>
      );
    case "adminBilling.writeOff":
      return (
        <Trans>
          {actor} wrote off {target}
        </Trans>
      );
    case "adminBilling.recordBankPayment":
      return (
        <Trans>
          {actor} recorded a bank payment of {target}
        </Trans>
      );
    case "adminBilling.reverse":
      return (
        <Trans>
          {actor} reversed {target}
        </Trans>
      );
    case "adminBilling.reverseAndCreateNew":
      return (
        <Trans>
          {actor} replaced {target}
        </Trans>
      );
    case "promoCodes.create":
      return (
        <Trans>
          {actor} created the promo code {target}
        </Trans>
      );
    case "promoCodes.update":
      return (
        <Trans>
          {actor} changed the promo code {target}
        </Trans>
      );
    case "promoCodes.remove":
      return (
        <Trans>
          {actor} deleted the promo code {target}
        </Trans>
      );
    case "promoCodes.restore":
      return (
        <Trans>
          {actor} restored the promo code {target}
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
