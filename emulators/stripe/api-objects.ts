/** Calls about customers, charges, refunds and disputes. */
import {
  type ApiContext,
  isCreatedSince,
  listOf,
  requireRecord,
  wholeNumber,
} from "./api-context.ts";
import { disputeView } from "./dispute-view.ts";
import { nested, text, texts } from "./form.ts";
import { createRefund, failRefund, failsLater, sendPendingRefunds } from "./refunds.ts";
import { chargeView, customerView, refundView } from "./views.ts";

export function createCustomer({ account, form }: ApiContext) {
  const id = account.newId("cus");
  const customer = {
    id,
    name: text(form, "name") ?? null,
    email: text(form, "email") ?? null,
    metadata: texts(nested(form, "metadata")),
    created: account.now(),
  };
  account.customers.set(id, customer);
  return customerView(customer);
}

export const viewCustomer = ({ account }: ApiContext, id: string) =>
  customerView(requireRecord(account.customers, "customer", id));

export function updateCustomer({ account, form }: ApiContext, id: string) {
  const customer = requireRecord(account.customers, "customer", id);
  customer.name = text(form, "name") ?? customer.name;
  customer.email = text(form, "email") ?? customer.email;
  customer.metadata = { ...customer.metadata, ...texts(nested(form, "metadata")) };
  return customerView(customer);
}

export function viewCharge({ account }: ApiContext, id: string) {
  const charge = requireRecord(account.charges, "charge", id);
  return chargeView(charge, account.cards.get(charge.card));
}

export function refund({ account, emit, form }: ApiContext) {
  const [charge, paymentIntent, amount] = [
    text(form, "charge"),
    text(form, "payment_intent"),
    wholeNumber(form, "amount"),
  ];
  const created = createRefund(account, emit, {
    ...(charge !== undefined && { charge }),
    ...(paymentIntent !== undefined && { paymentIntent }),
    ...(amount !== undefined && { amount }),
    metadata: texts(nested(form, "metadata")),
  });
  const view = refundView(created);
  if (failsLater(account, created)) failRefund(account, emit, created.id);
  return view;
}

export const viewRefund = ({ account }: ApiContext, id: string) =>
  refundView(requireRecord(account.refunds, "refund", id));

export function retrieveRefund(context: ApiContext, id: string) {
  sendPendingRefunds(context.account, context.emit);
  return viewRefund(context, id);
}

export function listRefunds({ account, emit, query }: ApiContext) {
  sendPendingRefunds(account, emit);
  const paymentIntent = query.get("payment_intent");
  const found = [...account.refunds.values()]
    .filter((made) => paymentIntent === null || made.paymentIntent === paymentIntent)
    .filter((made) => isCreatedSince(query, made))
    .toReversed();
  return listOf("/v1/refunds", found.map(refundView), query);
}

export const viewDispute = ({ account }: ApiContext, id: string) =>
  disputeView(requireRecord(account.disputes, "dispute", id));

export function listDisputes({ account, query }: ApiContext) {
  const found = [...account.disputes.values()]
    .filter((opened) => isCreatedSince(query, opened))
    .toReversed();
  return listOf("/v1/disputes", found.map(disputeView), query);
}
