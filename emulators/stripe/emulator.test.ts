/** The emulated Stripe on its protocol: the shapes of its objects, idempotency, errors and webhooks. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ManualClock } from "#api/core/lib/clock.ts";
import { StripeBrowser } from "./browser.ts";
import { type StripeEmulator, startStripeEmulator } from "./emulator.ts";
import officialKeys from "./official-keys.json" with { type: "json" };

const keysByName: Readonly<Record<string, readonly string[]>> = officialKeys;

const clock = new ManualClock("2026-05-15T09:00:00Z");
let stripe: StripeEmulator;
let browser: StripeBrowser;
beforeAll(async () => {
  stripe = await startStripeEmulator({ port: 0, clock });
  browser = new StripeBrowser(stripe);
});
afterAll(() => stripe.stop());

const Body = z.looseObject({ id: z.string().optional() });

async function call(
  method: "GET" | "POST",
  path: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${stripe.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${stripe.secretKey}`, ...headers },
    ...(method === "POST" && { body: new URLSearchParams(form) }),
  });
  return { response, body: Body.parse(await response.json()) };
}

const created = async (
  path: string,
  form: Record<string, string> = {},
): Promise<Record<string, unknown> & { id: string }> => {
  const { body } = await call("POST", path, form);
  if (body.id === undefined) throw new Error(JSON.stringify(body));
  return { ...body, id: body.id };
};

/** A customer with a saved card. */
async function customerWithCard(number: string) {
  const customer = await created("customers", { name: "Aurora" });
  const setup = await created("setup_intents", { customer: customer.id });
  const { cardId } = await browser.confirm(String(setup["client_secret"]), number);
  return { customer: customer.id, payment_method: cardId ?? "" };
}

const charge = (card: Record<string, string>, more: Record<string, string> = {}) => ({
  ...card,
  amount: "1500",
  currency: "usd",
  confirm: "true",
  off_session: "true",
  ...more,
});

describe("objects", () => {
  test("have every key of the official fixtures", async () => {
    const card = await customerWithCard("4000000000000259");
    const setup = await created("setup_intents", { customer: card.customer });
    const payment = await created("payment_intents", charge(card));
    const other = await customerWithCard("4242424242424242");
    const paid = await created("payment_intents", charge(other));
    const refund = await created("refunds", { payment_intent: paid.id });
    const [dispute] = [...stripe.account.disputes.keys()];
    const objects = {
      customer: (await call("GET", `customers/${card.customer}`)).body,
      setup_intent: setup,
      payment_intent: payment,
      payment_method: (await call("GET", `payment_methods/${card.payment_method}`)).body,
      charge: (await call("GET", `charges/${String(payment["latest_charge"])}`)).body,
      refund,
      dispute: (await call("GET", `disputes/${dispute ?? ""}`)).body,
      event: stripe.log.events.at(-1) ?? {},
    };
    for (const [name, object] of Object.entries(objects)) {
      const missing = (keysByName[name] ?? []).filter((key) => !(key in object));
      expect([name, missing]).toEqual([name, []]);
    }
  });

  test("are listed newest first for a customer", async () => {
    const card = await customerWithCard("4242424242424242");
    await created("payment_intents", charge(card));
    const last = await created("payment_intents", charge(card, { amount: "2500" }));
    const { body } = await call("GET", `payment_intents?customer=${card.customer}&limit=1`);
    expect(body).toMatchObject({ object: "list", has_more: true, data: [{ id: last.id }] });
  });
});

describe("Idempotency-Key", () => {
  const key = { "idempotency-key": "one" };

  test("replays the first response, and rejects other parameters", async () => {
    const first = await call("POST", "customers", { name: "One" }, key);
    const again = await call("POST", "customers", { name: "One" }, key);
    expect(again.body).toEqual(first.body);
    expect(again.response.headers.get("idempotent-replayed")).toBe("true");
    const other = await call("POST", "customers", { name: "Two" }, key);
    expect([other.response.status, other.body]).toMatchObject([
      400,
      { error: { type: "idempotency_error" } },
    ]);
  });

  test("replays a declined charge, and not a validation error", async () => {
    const card = await customerWithCard("4000000000000341");
    const declined = { "idempotency-key": "declined" };
    const first = await call("POST", "payment_intents", charge(card), declined);
    const again = await call("POST", "payment_intents", charge(card), declined);
    expect(first.response.status).toBe(402);
    expect(again.body).toEqual(first.body);
    const small = { "idempotency-key": "small" };
    const rejected = await call("POST", "payment_intents", charge(card, { amount: "49" }), small);
    expect(rejected.body).toMatchObject({ error: { code: "amount_too_small", param: "amount" } });
    const fixed = await call("POST", "payment_intents", charge(card, { amount: "50" }), small);
    expect(fixed.response.status).toBe(402);
  });
});

describe("errors", () => {
  test.each([
    ["GET", "customers/cus_unknown", 404, "resource_missing"],
    ["GET", "nothing", 404, undefined],
  ] as const)("%s %s is %i", async (method, path, status, code) => {
    const { response, body } = await call(method, path);
    expect([response.status, body]).toMatchObject([
      status,
      { error: { type: "invalid_request_error", ...(code !== undefined && { code }) } },
    ]);
    expect(response.headers.get("request-id")).toMatch(/^req_/);
  });

  test("a wrong key is 401, and a publishable key reads no customer", async () => {
    const wrong = await call("GET", "customers/x", {}, { authorization: "Bearer sk_test_x" });
    expect(wrong.response.status).toBe(401);
    const { publishableKey } = stripe;
    const browserKey = { authorization: `Bearer ${publishableKey}` };
    expect((await call("GET", "customers/x", {}, browserKey)).response.status).toBe(404);
  });

  test("an intent needs its client secret with the publishable key", async () => {
    const customer = await created("customers");
    const setup = await created("setup_intents", { customer: customer.id });
    const { publishableKey } = stripe;
    const { body } = await call(
      "GET",
      `setup_intents/${setup.id}?client_secret=wrong`,
      {},
      { authorization: `Bearer ${publishableKey}` },
    );
    expect(body).toMatchObject({ error: { code: "resource_missing" } });
  });

  test("a parameter that the version of the API does not have is rejected", async () => {
    const { body } = await call("POST", "setup_intents", { "payment_method_types[]": "card" });
    expect(body).toMatchObject({ error: { code: "parameter_unknown" } });
  });

  test("a number that is no test card is declined and not kept", async () => {
    const customer = await created("customers");
    const setup = await created("setup_intents", { customer: customer.id });
    const outcome = await browser.confirm(String(setup["client_secret"]), "4929000000006");
    expect(outcome.errorCode).toBe("card_declined");
    const kept = [...stripe.account.cards.values()];
    expect(kept.map(({ number }) => number.slice(0, 4))).not.toContain("4929");
    // Random ids may contain the first digits, but not the whole number.
    expect(JSON.stringify(kept)).not.toContain("4929000000006");
  });

  test("a refund of a disputed charge and a second refund are rejected", async () => {
    const disputed = await created(
      "payment_intents",
      charge(await customerWithCard("4000000000000259")),
    );
    const refusal = await call("POST", "refunds", { payment_intent: disputed.id });
    expect(refusal.body).toMatchObject({ error: { code: "charge_disputed" } });
    const paid = await created(
      "payment_intents",
      charge(await customerWithCard("4242424242424242")),
    );
    await created("refunds", { payment_intent: paid.id });
    const second = await call("POST", "refunds", { payment_intent: paid.id });
    expect(second.body).toMatchObject({ error: { code: "charge_already_refunded" } });
  });
});

describe("a payment that the bank processes", () => {
  const start = async (number: string) => {
    const card = await customerWithCard(number);
    const payment = await created("payment_intents", charge(card));
    return { id: payment.id, status: payment["status"], charge: String(payment["latest_charge"]) };
  };
  const view = async (path: string) => (await call("GET", path)).body;
  const eventsOf = (...ids: string[]) =>
    stripe.log.events
      .filter(({ data }) => ids.some((id) => JSON.stringify(data).includes(`"id":"${id}"`)))
      .map(({ type }) => type);

  test("succeeds after 5 days, and not a second earlier", async () => {
    const { id, status, charge: made } = await start("4000000000007106");
    expect(status).toBe("processing");
    clock.advance(5 * 86_400_000 - 1_000);
    expect(await view(`payment_intents/${id}`)).toMatchObject({ status: "processing" });
    expect(await view(`charges/${made}`)).toMatchObject({ status: "pending", paid: false });
    const refund = await call("POST", "refunds", { payment_intent: id });
    const cancel = await call("POST", `payment_intents/${id}/cancel`);
    expect([refund.response.status, cancel.response.status]).toEqual([404, 400]);
    expect(JSON.stringify(await view("balance_transactions?limit=100"))).not.toContain(made);
    clock.advance(1_000);
    expect(await view(`payment_intents/${id}`)).toMatchObject({
      status: "succeeded",
      amount_received: 1_500,
    });
    expect(await view(`charges/${made}`)).toMatchObject({ status: "succeeded", paid: true });
    expect(JSON.stringify(await view("balance_transactions?limit=100"))).toContain(made);
    expect(eventsOf(id, made)).toEqual([
      "charge.pending",
      "payment_intent.processing",
      "charge.succeeded",
      "payment_intent.succeeded",
    ]);
  });

  test("fails after 5 days, without a request", async () => {
    const { id, charge: made } = await start("4000000000007205");
    stripe.endProcessing();
    expect(eventsOf(id, made)).toHaveLength(2);
    clock.advance(5 * 86_400_000);
    stripe.endProcessing();
    expect(eventsOf(id, made).slice(2)).toEqual(["charge.failed", "payment_intent.payment_failed"]);
    expect(await view(`payment_intents/${id}`)).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      last_payment_error: { code: "card_declined", decline_code: "insufficient_funds" },
    });
    expect(await view(`charges/${made}`)).toMatchObject({ status: "failed", paid: false });
  });
});

test("events can arrive twice, in another order, late or never", async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push(
        z.object({ type: z.string() }).parse(JSON.parse(Buffer.concat(chunks).toString())).type,
      );
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const { log } = stripe;
  log.sendTo({ url: `http://127.0.0.1:${port}/`, secret: "whsec_test" });
  const emit = (type: string) => log.add(type, { id: "x", object: "payment_intent" });

  log.rules = { ...log.rules, copies: 2 };
  emit("twice");
  await log.settled();
  log.rules = { copies: 1, isHeld: true, drops: ({ type }) => type === "lost" };
  for (const type of ["one", "lost", "two"]) emit(type);
  await log.settled();
  expect(received).toEqual(["twice", "twice"]);
  log.release((events) => events.toReversed());
  await log.settled();
  expect(received.slice(2).toSorted()).toEqual(["one", "two"]);
  expect(log.undelivered.map(({ type }) => type)).toEqual(["lost"]);
  await new Promise((resolve) => receiver.close(resolve));
});
