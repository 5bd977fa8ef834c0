/** Calls about setups and payments. */
import { chosenCard } from "./api-cards.ts";
import { type ApiContext, listOf, required, requireRecord, wholeNumber } from "./api-context.ts";
import { StripeRejection, invalidRequest, missing } from "./errors.ts";
import { nested, text, texts } from "./form.ts";
import { paymentView, setupView } from "./intent-views.ts";
import type { PaymentIntent, SetupIntent } from "./records.ts";

const minimumAmount = 50;

const cardOf = ({ account }: ApiContext, { card, failure }: SetupIntent | PaymentIntent) =>
  account.cards.get(card ?? failure?.cardId ?? "");
export const renderSetup = (context: ApiContext, intent: SetupIntent) =>
  setupView(intent, context.origin, cardOf(context, intent));
export const renderPayment = (context: ApiContext, intent: PaymentIntent) =>
  paymentView(intent, context.origin, cardOf(context, intent));

const knownParameters = new Set([
  "allowed_payment_method_types",
  "amount",
  "confirm",
  "currency",
  "customer",
  "description",
  "metadata",
  "off_session",
  "payment_method",
  "usage",
]);

function newIntent({ account, form }: ApiContext, prefix: string) {
  // A parameter that this version of the API does not have is an error, as in Stripe.
  const unknown = Object.keys(form).find((name) => !knownParameters.has(name));
  if (unknown !== undefined)
    throw invalidRequest(`Received unknown parameter: ${unknown}`, {
      code: "parameter_unknown",
      param: unknown,
    });
  const customer = text(form, "customer") ?? null;
  if (customer !== null) requireRecord(account.customers, "customer", customer, "customer");
  const id = account.newId(prefix);
  return {
    id,
    clientSecret: `${id}_secret_${account.newId("s").slice(2)}`,
    customer,
    card: null,
    status: "requires_payment_method" as const,
    failure: null,
    description: text(form, "description") ?? null,
    metadata: texts(nested(form, "metadata")),
    created: account.now(),
  };
}

export function createSetup(context: ApiContext) {
  const intent: SetupIntent = {
    ...newIntent(context, "seti"),
    usage: text(context.form, "usage") ?? "off_session",
  };
  context.account.setupIntents.set(intent.id, intent);
  if (text(context.form, "confirm") === "true")
    context.intents.confirmSetup(intent, chosenCard(context));
  return renderSetup(context, intent);
}

export function createPayment(context: ApiContext) {
  const { form, account, intents } = context;
  required(form, "currency");
  const amount = wholeNumber(form, "amount");
  if (amount === undefined) required(form, "amount");
  if (amount === undefined || amount < minimumAmount)
    throw invalidRequest("Amount must be at least $0.50 usd", {
      code: "amount_too_small",
      param: "amount",
    });
  const confirms = text(form, "confirm") === "true";
  const card = confirms ? chosenCard(context) : null;
  const intent: PaymentIntent = {
    ...newIntent(context, "pi"),
    amount,
    currency: required(form, "currency"),
    received: 0,
    charge: null,
    offSession: false,
    canceledAt: null,
  };
  account.paymentIntents.set(intent.id, intent);
  if (card !== null)
    withIntent(context, intent, () =>
      intents.confirmPayment(intent, card, { offSession: text(form, "off_session") === "true" }),
    );
  return renderPayment(context, intent);
}

/** A declined payment carries the intent in its error. */
function withIntent(
  context: ApiContext,
  intent: SetupIntent | PaymentIntent,
  confirm: () => void,
): void {
  try {
    confirm();
  } catch (error) {
    if (!(error instanceof StripeRejection) || error.status !== 402) throw error;
    const view =
      "amount" in intent
        ? { payment_intent: renderPayment(context, intent) }
        : { setup_intent: renderSetup(context, intent) };
    Object.assign(error.body.error, view);
    throw error;
  }
}

export function confirmSetup(context: ApiContext, id: string) {
  const intent = ownIntent(context, context.account.setupIntents, "setup_intent", id);
  withIntent(context, intent, () => context.intents.confirmSetup(intent, chosenCard(context)));
  return renderSetup(context, intent);
}

export function confirmPayment(context: ApiContext, id: string) {
  const intent = ownIntent(context, context.account.paymentIntents, "payment_intent", id);
  const offSession = text(context.form, "off_session") === "true";
  withIntent(context, intent, () =>
    context.intents.confirmPayment(intent, chosenCard(context), { offSession }),
  );
  return renderPayment(context, intent);
}

/** With the publishable key, the client secret decides. */
function ownIntent<T extends SetupIntent | PaymentIntent>(
  { form, query, isBrowser }: ApiContext,
  records: ReadonlyMap<string, T>,
  kind: string,
  id: string,
): T {
  const intent = requireRecord(records, kind, id, "intent");
  const secret = text(form, "client_secret") ?? query.get("client_secret");
  if (isBrowser && secret !== intent.clientSecret) throw missing(kind, id, "intent");
  return intent;
}

export const viewSetup = (context: ApiContext, id: string) =>
  renderSetup(context, ownIntent(context, context.account.setupIntents, "setup_intent", id));
export function viewPayment(context: ApiContext, id: string) {
  const intent = ownIntent(context, context.account.paymentIntents, "payment_intent", id);
  context.intents.endProcessing(intent);
  return renderPayment(context, intent);
}

export function cancelSetup(context: ApiContext, id: string) {
  const intent = requireRecord(context.account.setupIntents, "setup_intent", id);
  context.intents.cancelSetup(intent);
  return renderSetup(context, intent);
}

export function cancelPayment(context: ApiContext, id: string) {
  const intent = requireRecord(context.account.paymentIntents, "payment_intent", id);
  context.intents.cancelPayment(intent);
  return renderPayment(context, intent);
}

export function listPayments(context: ApiContext) {
  const customer = context.query.get("customer");
  const found = [...context.account.paymentIntents.values()]
    .filter((intent) => customer === null || intent.customer === customer)
    .toReversed();
  for (const intent of found) context.intents.endProcessing(intent);
  return listOf(
    "/v1/payment_intents",
    found.map((intent) => renderPayment(context, intent)),
    context.query,
  );
}
