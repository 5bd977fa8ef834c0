/** The Stripe provider against the emulator, over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StripeBrowser } from "#emulators/stripe/browser.ts";
import { type StripeEmulator, startStripeEmulator } from "#emulators/stripe/emulator.ts";
import { ManualClock } from "../../core/lib/clock.ts";
import { PaymentsError, type PaymentsProvider } from "../../ports/payments.ts";
import { paymentsContract } from "../../testing/payments-contract.ts";
import { createStripeProvider } from "./stripe-provider.ts";

const clock = new ManualClock("2026-05-15T09:00:00Z");
const testVector = {
  secret: "whsec_test_secret",
  seconds: 1_767_225_600,
  body: '{"id":"evt_test_1","object":"event","type":"payment_intent.succeeded"}',
  signature: "45b8a95776fbf3619f8f4766a0af27089e752a5ba31acdc5a7e65b7c7f450dcc",
};

let stripe: StripeEmulator;
let provider: PaymentsProvider;
let browser: StripeBrowser;

const connect = (more: { secretKey?: string; webhookSecrets?: string[] } = {}) =>
  createStripeProvider({
    secretKey: stripe.secretKey,
    publishableKey: stripe.publishableKey,
    webhookSecrets: ["whsec_new", testVector.secret],
    apiUrl: stripe.url,
    scriptUrl: stripe.scriptUrl,
    ...more,
  });

beforeAll(async () => {
  stripe = await startStripeEmulator({ port: 0, clock });
  provider = connect();
  browser = new StripeBrowser(stripe);
});
afterAll(() => stripe.stop());

const withFault = (fault: { kind: "lost-answer" | "down"; method?: string }) => {
  const { kind, method } = fault;
  const id = stripe.faults.add({ kind, ...(method !== undefined && { match: { method } }) });
  return () => void stripe.faults.remove(id);
};

describe("the contract", () => {
  paymentsContract({
    provider: () => provider,
    cards: {
      plain: "4242424242424242",
      authenticatedOnce: "4000002500003155",
      authenticatedAlways: "4000002760003184",
      declined: "4000000000000002",
      declinedWhenCharged: "4000000000000341",
      disputed: "4000000000000259",
    },
    disputeOf: (paymentId) =>
      [...stripe.account.disputes.values()].find(({ paymentIntent }) => paymentIntent === paymentId)
        ?.id ?? "",
    confirm: (...confirmation) => browser.confirm(...confirmation),
    nextHour: () => {
      clock.advance(3_600_000);
      const from = clock.now();
      return [from, new Date(from.getTime() + 3_600_000)];
    },
    loseResponses: () => withFault({ kind: "lost-answer", method: "POST" }),
    goDown: () => withFault({ kind: "down" }),
  });
});

const read = (options: { at: number; header?: string; body?: string }, by = provider) => {
  const { at, header = `t=${testVector.seconds},v1=${testVector.signature}` } = options;
  return by.readEvent(options.body ?? testVector.body, header, new Date(at * 1000));
};

describe("the signature of a webhook", () => {
  test("is accepted for 300 seconds", () => {
    expect(read({ at: testVector.seconds + 300 })).toBeNull();
    expect(() => read({ at: testVector.seconds + 301 })).toThrow(PaymentsError);
    expect(() => read({ at: testVector.seconds - 301 })).toThrow(PaymentsError);
  });

  test("is accepted beside another one while the secret is rotated", () => {
    const header = `t=${testVector.seconds},v1=${"0".repeat(64)},v1=${testVector.signature}`;
    expect(read({ at: testVector.seconds, header })).toBeNull();
    const retired = connect({ webhookSecrets: ["whsec_new"] });
    expect(() => read({ at: testVector.seconds, header }, retired)).toThrow(PaymentsError);
  });

  test.each(["", "t=", "t=x,v1=y", `v1=${testVector.signature}`, `t=${testVector.seconds}`])(
    "is required in the header %j",
    (header) => {
      expect(() => read({ at: testVector.seconds, header })).toThrow(PaymentsError);
    },
  );

  test("covers every byte of the body", () => {
    const body = `${testVector.body} `;
    expect(() => read({ at: testVector.seconds, body })).toThrow(PaymentsError);
  });
});

test("BC-52: a key in use is retried with the same key and charges once", async () => {
  const customerId = await provider.createCustomer({ workspaceId: "w", name: "W", key: "bc52" });
  const setup = await provider.startSetup({ customerId, workspaceId: "w", key: "bc52-setup" });
  await browser.confirm(setup.clientSecret, "4242424242424242");
  const { cardId } = await provider.setup(setup.id);
  stripe.faults.add({
    kind: "status",
    status: 409,
    times: 1,
    match: { pathPattern: "/payment_intents$" },
  });
  const charged = await provider.charge({
    customerId,
    workspaceId: "w",
    reference: "r",
    amountCents: 1_500,
    description: "Invoice",
    key: "bc52-charge",
    cardId: cardId ?? "",
  });
  expect(charged).toMatchObject({ status: "succeeded", receivedCents: 1_500 });
  const charges = [...stripe.account.charges.values()].filter(
    ({ customer }) => customer === customerId,
  );
  expect(charges.map(({ amount }) => amount)).toEqual([1_500]);
});

test("a wrong API key is rejected", async () => {
  const error: unknown = await connect({ secretKey: "sk_test_wrong" })
    .payment("pi_unknown")
    .catch((cause: unknown) => cause);
  expect(error).toMatchObject({ kind: "rejected" });
  expect(String(error)).not.toContain("sk_test_wrong");
});

test("the page may load the form from the emulator only", () => {
  const origin = new URL(stripe.url).origin;
  expect(provider.browser).toMatchObject({
    scriptOrigins: [origin],
    frameOrigins: [origin],
    connectOrigins: [],
  });
});
