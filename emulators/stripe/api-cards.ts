/** Calls about cards: the browser creates them, the server reads and detaches them. */
import type { Account } from "./account.ts";
import { type ApiContext, listOf, required, requireRecord, wholeNumber } from "./api-context.ts";
import { behaviorOf, cards, numberOfAlias } from "./cards.ts";
import { StripeRejection, invalidRequest } from "./errors.ts";
import { nested, text } from "./form.ts";
import type { Card } from "./records.ts";
import { cardView } from "./views.ts";

/** The card of a confirmation: one of the customer's, a new one of the browser, or a test alias. */
export function chosenCard({ account, form }: ApiContext): Card {
  const id = required(form, "payment_method");
  const number = numberOfAlias(id);
  return number === undefined
    ? requireRecord(account.cards, "PaymentMethod", id, "payment_method")
    : addCard(account, number, {
        expMonth: 12,
        expYear: new Date(account.now() * 1000).getUTCFullYear() + 4,
      });
}

function addCard(
  account: Account,
  number: string,
  expiry: { expMonth: number; expYear: number },
): Card {
  const card: Card = {
    id: account.newId("pm"),
    number,
    ...expiry,
    customer: null,
    wasSetUp: false,
    created: account.now(),
  };
  account.cards.set(card.id, card);
  return card;
}

/** A number that is no test card is declined without being kept. */
export function createCard({ account, form }: ApiContext) {
  const given = nested(form, "card");
  const number = required(given, "number").replace(/[ -]/g, "");
  const [expMonth, expYear] = [wholeNumber(given, "exp_month"), wholeNumber(given, "exp_year")];
  if (expMonth === undefined || expMonth < 1 || expMonth > 12)
    throw cardError(
      "invalid_expiry_month",
      "Your card's expiration month is invalid.",
      "exp_month",
    );
  const now = new Date(account.now() * 1000);
  if (
    expYear === undefined ||
    expYear * 12 + expMonth <= now.getUTCFullYear() * 12 + now.getUTCMonth()
  )
    throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (!/^\d{3,4}$/.test(text(given, "cvc") ?? ""))
    throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  if (!(number in cards))
    throw cardError(
      "card_declined",
      "Your card was declined. Your request was in test mode, but used a non test card.",
      "number",
    );
  return cardView(addCard(account, number, { expMonth, expYear }));
}

const cardError = (code: string, message: string, param: string) =>
  new StripeRejection(402, { type: "card_error", code, param, message });

export const viewCard = ({ account }: ApiContext, id: string) =>
  cardView(requireRecord(account.cards, "PaymentMethod", id));

export function attachCard(context: ApiContext, id: string) {
  const card = requireRecord(context.account.cards, "PaymentMethod", id);
  const customer = requireRecord(
    context.account.customers,
    "customer",
    required(context.form, "customer"),
    "customer",
  );
  const decline = behaviorOf(card.number)?.declines;
  if (decline !== undefined) throw cardError(decline.code, "Your card was declined.", "number");
  card.customer = customer.id;
  context.emit("payment_method.attached", card.id);
  return cardView(card);
}

export function detachCard(context: ApiContext, id: string) {
  const card = requireRecord(context.account.cards, "PaymentMethod", id);
  if (card.customer === null)
    throw invalidRequest("The payment method you provided is not attached to a customer.");
  card.customer = null;
  context.emit("payment_method.detached", card.id);
  return cardView(card);
}

export function listCards({ account, query }: ApiContext, customer: string) {
  requireRecord(account.customers, "customer", customer);
  const found = [...account.cards.values()]
    .filter((card) => card.customer === customer)
    .toReversed();
  return listOf(`/v1/customers/${customer}/payment_methods`, found.map(cardView), query);
}
