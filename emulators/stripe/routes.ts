/** Method and path of every emulated call. */
import * as cards from "./api-cards.ts";
import type { ApiContext } from "./api-context.ts";
import * as intents from "./api-intents.ts";
import * as objects from "./api-objects.ts";
import { listBalanceTransactions } from "./balance-transactions.ts";

interface ApiRoute {
  readonly method: "GET" | "POST";
  readonly pattern: RegExp;
  readonly handle: (context: ApiContext, id: string) => object;
  /** Also with the publishable key. */
  readonly fromBrowser?: true;
}

const route = (
  method: "GET" | "POST",
  template: string,
  handle: ApiRoute["handle"],
  fromBrowser?: true,
): ApiRoute => ({
  method,
  pattern: new RegExp(`^/v1/${template.replace(":id", "([A-Za-z0-9_]+)")}$`),
  handle,
  ...(fromBrowser !== undefined && { fromBrowser }),
});

export const apiRoutes: readonly ApiRoute[] = [
  route("POST", "customers", objects.createCustomer),
  route("GET", "customers/:id", objects.viewCustomer),
  route("POST", "customers/:id", objects.updateCustomer),
  route("GET", "customers/:id/payment_methods", cards.listCards),
  route("POST", "payment_methods", cards.createCard, true),
  route("GET", "payment_methods/:id", cards.viewCard),
  route("POST", "payment_methods/:id/attach", cards.attachCard),
  route("POST", "payment_methods/:id/detach", cards.detachCard),
  route("POST", "setup_intents", intents.createSetup),
  route("GET", "setup_intents/:id", intents.viewSetup, true),
  route("POST", "setup_intents/:id/confirm", intents.confirmSetup, true),
  route("POST", "setup_intents/:id/cancel", intents.cancelSetup),
  route("POST", "payment_intents", intents.createPayment),
  route("GET", "payment_intents", intents.listPayments),
  route("GET", "payment_intents/:id", intents.viewPayment, true),
  route("POST", "payment_intents/:id/confirm", intents.confirmPayment, true),
  route("POST", "payment_intents/:id/cancel", intents.cancelPayment),
  route("GET", "charges/:id", objects.viewCharge),
  route("POST", "refunds", objects.refund),
  route("GET", "refunds", objects.listRefunds),
  route("GET", "refunds/:id", objects.retrieveRefund),
  route("GET", "disputes", objects.listDisputes),
  route("GET", "disputes/:id", objects.viewDispute),
  route("GET", "balance_transactions", listBalanceTransactions),
];
