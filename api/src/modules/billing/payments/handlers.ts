/** Handlers of card payments. */
import type { payments as endpoints } from "#contracts/payments.ts";
import type { Handlers } from "../../../core/http/handlers.ts";
import { accountBalance } from "./account-balance.ts";
import { checkPayment } from "./check-payment.ts";
import { initialize3ds } from "./initialize-3ds.ts";
import { paymentMethodHandlers } from "./payment-methods.ts";
import type { PaymentsDeps } from "./payments-deps.ts";

export const paymentsHandlers = (deps: PaymentsDeps): Handlers<typeof endpoints> => ({
  accountBalance: ({ tx, workspace, now }) => accountBalance(tx, workspace.id, now),
  ...paymentMethodHandlers(deps),
  initialize3ds: initialize3ds(deps),
  checkPayment: checkPayment(deps),
});
