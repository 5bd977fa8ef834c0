/** What customers, their banks and staff do in the soak of billing. */
import { randomUUID } from "node:crypto";
import { ZodError } from "zod";
import { api } from "#contracts/api.ts";
import type { Chance } from "./billing-soak-random.ts";
import type { Payer } from "./card-payments.ts";
import { requireStripe } from "./card-payments.ts";
import { insertInstance } from "./instances.ts";
import { recordEvents, type TestEvent, type TestPrice } from "./metering.ts";
import type { TestEnvironment } from "./test-environment.ts";
import type { TestUser } from "./users.ts";

const dayMs = 86_400_000;
/** How long a bank may take to send a refund back. */
const returnSeconds = 30 * 86_400;

export interface SoakCustomer {
  readonly payer: Payer;
  readonly instances: string[];
}

interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

export interface SoakStory {
  readonly env: TestEnvironment;
  readonly chance: Chance;
  readonly staff: TestUser;
  readonly prices: readonly TestPrice[];
  readonly countOf: (name: string) => void;
}

export function soakCustomers({ env, chance, staff, prices, countOf }: SoakStory) {
  const { random, below, happens, pick, shuffle } = chance;
  const { account, disputes } = requireStripe(env);

  /** Counts what was done, and what was refused and why. */
  function count(name: string, { status, code, fields }: Answer): boolean {
    const why = Object.values(fields)[0] ?? code ?? "";
    countOf(status < 300 ? name : `refused: ${name}, ${status} ${why}`);
    return status < 300;
  }

  const timesBetween = (from: number, to: number, howMany: number) =>
    Array.from({ length: howMany }, () => from + random() * (to - from))
      .toSorted((a, b) => a - b)
      .map((at) => new Date(at).toISOString());

  /** Start, some resizes and changes of the quantity, and perhaps a stop. */
  function lifeBetween(from: number, to: number): TestEvent[] {
    const resizes = below(5);
    const times = timesBetween(from, to, resizes + 2);
    return times.flatMap((at, position): TestEvent[] => {
      const id = randomUUID();
      if (position === 0) return [{ id, at, kind: "start", price: pick(prices) }];
      if (position === times.length - 1) return happens(0.6) ? [{ id, at, kind: "stop" }] : [];
      countOf("resizes");
      return happens(0.3)
        ? [{ id, at, kind: "quantity", quantity: 1 + below(4) }]
        : [{ id, at, kind: "resize", price: pick(prices) }];
    });
  }

  async function use({ payer, instances }: SoakCustomer, from: number): Promise<void> {
    const now = env.clock.now().getTime();
    if (instances.length === 0 || (instances.length < 4 && happens(0.4))) {
      const hostname = `soak-${randomUUID()}`;
      instances.push(await insertInstance(env, payer.workspace, payer.owner, { hostname }));
    }
    for (const instance of instances) {
      if (happens(0.3)) continue;
      const events = lifeBetween(from, now);
      // Events of the months before, which are invoiced: usage that nobody knew of, and usage that was none.
      if (happens(0.12)) {
        events.push(...lifeBetween(from - (5 + below(40)) * dayMs, from));
        countOf("late usage");
      }
      if (happens(0.12)) {
        const at = new Date(from - random() * 40 * dayMs).toISOString();
        events.push({ id: randomUUID(), kind: "stop", at });
        countOf("late stops");
      }
      const repeated = happens(0.3) ? [pick(events)] : [];
      await recordEvents(env, payer.workspace, instance, shuffle([...events, ...repeated]));
      countOf("instance-months");
    }
  }

  /** The months of a customer who left: what was reported too late is the whole usage. */
  async function stopLate({ payer, instances }: SoakCustomer, from: number): Promise<void> {
    for (const instance of instances) {
      const at = new Date(from - random() * 50 * dayMs).toISOString();
      await recordEvents(env, payer.workspace, instance, [{ id: randomUUID(), kind: "stop", at }]);
    }
    countOf("only late stops");
  }

  async function confirm({ payer }: SoakCustomer, body: Parameters<Payer["startPayment"]>[0]) {
    const started = await payer.startPayment(body);
    if (!count("amountCents" in body ? "top-ups" : "payments of an invoice", started)) return;
    const { cardId, clientSecret, paymentId } = started.data;
    const challenge = pick(["complete", "complete", "complete", "fail", "leave"] as const);
    const card = cardId ?? (happens(0.7) ? "4242424242424242" : "4000002760003184");
    try {
      await payer.browser.confirm(clientSecret, card, challenge);
    } catch (error) {
      // The provider is down, and the browser shows nothing.
      if (!(error instanceof TypeError || error instanceof ZodError)) throw error;
      countOf("browsers without the provider");
    }
    // Otherwise the tab was closed before the page could ask.
    if (happens(0.5) && paymentId !== null) await payer.check(paymentId);
  }

  async function redeem({ payer }: SoakCustomer): Promise<void> {
    const code = `SOAK-${below(1_000_000_000)}`;
    const created = await staff.client.call(api.promoCodes.create, {
      body: happens(0.5)
        ? {
            code,
            kind: "credit",
            amountCents: 100 + below(5_000),
            ...(happens(0.5) && { grantDays: 20 + below(40) }),
          }
        : { code, kind: "percent", percentPpm: 100_000, months: 2 },
    });
    if (!count("promo codes, created", created)) return;
    const body = { code };
    count(
      "promo codes",
      await payer.owner.client.call(api.billingPromo.redeemPromoCode, { path: payer.path, body }),
    );
  }

  async function invoicesOf({ payer }: SoakCustomer) {
    const { data } = await payer.owner.client.call(api.billingInvoices.invoices, {
      path: payer.path,
      query: { perPage: "100" },
    });
    return data.data.filter(({ kind, status }) => kind === "invoice" && status !== "draft");
  }

  async function correct(customer: SoakCustomer): Promise<void> {
    const invoices = await invoicesOf(customer);
    if (invoices.length === 0) return;
    const { id } = pick(invoices);
    const reason = "The soak corrects it";
    const call = pick([
      "refund to card",
      "refund to balance",
      "reverse",
      "reverse and create new",
    ] as const);
    if (call === "reverse")
      count(
        call,
        await staff.client.call(api.adminBilling.reverse, {
          path: { invoice: id },
          body: { reason },
        }),
      );
    else if (call === "reverse and create new") {
      const modifiedRecords = [
        { new: true as const, description: "More", amountCents: below(5_000) },
      ];
      const body = { reason, modifiedRecords };
      count(
        call,
        await staff.client.call(api.adminBilling.reverseAndCreateNew, {
          path: { invoice: id },
          body,
        }),
      );
    } else {
      const target = call === "refund to card" ? ("card" as const) : ("balance" as const);
      const body = { reason, target, ...(happens(0.6) && { amountCents: 1 + below(3_000) }) };
      count(
        call,
        await staff.client.call(api.adminBilling.refund, { path: { historyEntry: id }, body }),
      );
    }
  }

  /** Customers who owe pay by a way of their choice; staff give the oldest debts up. */
  async function settleDebts(customer: SoakCustomer): Promise<void> {
    const owed = (await invoicesOf(customer)).filter(({ status }) => status === "overdue");
    const oldest = owed.at(-1);
    if (oldest === undefined || happens(0.4)) return;
    const way = pick(["card", "card", "new card", "bank", "balance", "write-off"] as const);
    const path = { invoice: oldest.id };
    if (way === "card") await confirm(customer, { invoiceId: oldest.id });
    else if (way === "new card")
      await customer.payer.saveCard(pick(["4242424242424242", "5555555555554444"]));
    else if (way === "bank") {
      const body = {
        amountCents: 1 + below(2 * Math.max(1, oldest.total.cents)),
        reference: randomUUID(),
      };
      count(
        "bank payments",
        await staff.client.call(api.adminBilling.recordBankPayment, { path, body }),
      );
    } else if (way === "balance") {
      const body = {
        amountCents: 1 + below(5_000),
        source: "goodwill" as const,
        reason: "The soak is generous",
      };
      const adminWorkspace = customer.payer.workspace.id;
      count(
        "goodwill",
        await staff.client.call(api.adminBilling.addBalance, { path: { adminWorkspace }, body }),
      );
    } else {
      const body = { reason: "Nobody pays it", withTaxRelief: happens(0.5) };
      count("write-offs", await staff.client.call(api.adminBilling.writeOff, { path, body }));
    }
  }

  /** Banks take payments back, decide about older disputes, and return refunds. */
  function actAsBanks(): void {
    for (const { id, received, charge } of account.paymentIntents.values()) {
      const found = account.charges.get(charge ?? "");
      if (found === undefined || received === 0 || found.disputed || !happens(0.002)) continue;
      if (found.amount === found.refunded) continue;
      const dispute = disputes.open(id);
      if (happens(0.9)) disputes.withdraw(dispute);
      countOf("disputes");
    }
    for (const { id, status } of account.disputes.values()) {
      if (status !== "needs_response" || !happens(0.4)) continue;
      if (happens(0.5)) disputes.win(id);
      else disputes.lose(id);
      countOf("disputes, decided");
    }
    for (const { id, status, created } of account.refunds.values())
      if (status === "succeeded" && account.now() - created < returnSeconds && happens(0.02)) {
        requireStripe(env).failRefund(id);
        countOf("refunds, returned by the bank");
      }
  }

  async function enableTopUps({ payer }: SoakCustomer): Promise<void> {
    const body = {
      isEnabled: true,
      thresholdCents: 1_000,
      amountCents: 5_000,
      ceilingCents: 15_000,
    };
    count(
      "automatic top-ups, enabled",
      await payer.owner.client.call(api.automaticTopUps.saveAutomaticTopUp, {
        path: payer.path,
        body,
      }),
    );
  }

  return {
    use,
    stopLate,
    redeem,
    correct,
    settleDebts,
    actAsBanks,
    enableTopUps,
    topUp: (customer: SoakCustomer) => confirm(customer, { amountCents: 500 + below(20_000) }),
  };
}
