/** How the demo customer pays: who is invoiced, a saved card, and credit of a promo code. */
import type { FastifyInstance } from "fastify";
import { billingInfo } from "#contracts/billing-info.ts";
import { billingPromo, promoCodes } from "#contracts/promo-codes.ts";
import type { PaymentsConfig } from "../config.ts";
import { calendarMonth } from "../modules/billing/expenditure.ts";
import { graceMs } from "../modules/billing/close-job.ts";
import { DemoClient } from "./demo-client.ts";
import { saveDemoCard } from "./save-card.ts";

const path = { workspace: "northwind" };
const minuteMs = 60_000;
/** The jobs that issue invoices and charge cards run at least once in this time. */
const jobIntervalMs = 65 * minuteMs;

export async function seedBilling(
  app: FastifyInstance,
  payments: PaymentsConfig | null,
): Promise<void> {
  const staff = new DemoClient(app);
  await staff.signIn("business-admin@demo.test");
  await staff.call(promoCodes.create, {
    body: { code: "WELCOME", kind: "credit", amountCents: 10_000 },
  });
  const owner = new DemoClient(app);
  await owner.signIn("owner@demo.test");
  await owner.call(billingPromo.redeemPromoCode, { path, body: { code: "WELCOME" } });
  await owner.call(billingInfo.createInfo, {
    path,
    body: {
      name: "Demo Owner",
      company: "Northwind Vision B.V.",
      addressLine1: "Kade 12",
      postalCode: "1011 AB",
      city: "Amsterdam",
      country: "NL",
      receivers: ["billing@demo.test"],
    },
  });
  if (payments !== null) await saveDemoCard(app, payments);
}

/** When the months from `since` on are invoiced and paid, until `now`; ascending. */
export function billingTimes(since: Date, now: Date): Date[] {
  const times: Date[] = [];
  let { end } = calendarMonth(since);
  while (end.getTime() + graceMs + 2 * jobIntervalMs < now.getTime()) {
    for (const runs of [1, 2]) times.push(new Date(end.getTime() + graceMs + runs * jobIntervalMs));
    ({ end } = calendarMonth(end));
  }
  return times;
}
