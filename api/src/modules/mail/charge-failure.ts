/** Why a card could not be charged, in emails. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";

/** Reasons that a customer can do something about. */
const reasons: Readonly<Record<string, MessageDescriptor>> = {
  authentication_required: msg`Your bank asks you to confirm the payment. Open the page below and pay there.`,
  insufficient_funds: msg`Your bank says that the card has too little credit.`,
  expired_card: msg`Your bank says that the card has expired.`,
  provider_unavailable: msg`The payment provider did not respond.`,
};

/** `failure` is the code of the payment; one without a message is shown as the bank sent it. */
export const chargeFailureMessage = (failure: string): MessageDescriptor =>
  reasons[failure] ??
  msg`Your bank declined the card (${{ failure }}). Use another card, or ask your bank.`;
