/** What a failed confirmation says, by the provider's code. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

const declined = msg`Your bank declined the card. Use another card, or ask your bank.`;
const notConfirmed = msg`Your bank didn't confirm this. Try again, or use another card.`;

const messages: Readonly<Record<string, MessageDescriptor>> = {
  card_declined: declined,
  generic_decline: declined,
  insufficient_funds: msg`The card has too little credit`,
  expired_card: msg`This card has expired`,
  incorrect_number: msg`Check the card number`,
  invalid_number: msg`Check the card number`,
  incomplete_number: msg`Check the card number`,
  invalid_expiry_month: msg`Check the expiration date`,
  invalid_expiry_year: msg`Check the expiration date`,
  invalid_expiry_year_past: msg`Check the expiration date`,
  incomplete_expiry: msg`Check the expiration date`,
  incorrect_cvc: msg`Check the security code`,
  invalid_cvc: msg`Check the security code`,
  incomplete_cvc: msg`Check the security code`,
  setup_intent_authentication_failure: notConfirmed,
  payment_intent_authentication_failure: notConfirmed,
  authentication_required: notConfirmed,
};

export const cardErrorMessage = (code: string): MessageDescriptor =>
  messages[code] ?? msg`The card couldn't be used. Try again, or use another card.`;
