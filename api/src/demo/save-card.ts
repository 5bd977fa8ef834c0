/** The saved card of the demo: a test card, entered at the emulated payment provider as a browser would. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { payments } from "#contracts/payments.ts";
import type { PaymentsConfig } from "../config.ts";
import { DemoClient } from "./demo-client.ts";

const timeoutMs = 10_000;
const testCard = {
  type: "card",
  "card[number]": "4242424242424242",
  "card[exp_month]": "12",
  "card[exp_year]": "2034",
  "card[cvc]": "123",
};
const Created = z.object({ id: z.string() });

/** Only at the emulator: a card number is never sent to the real provider from here. */
export async function saveDemoCard(app: FastifyInstance, config: PaymentsConfig): Promise<void> {
  if (!/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):/.test(config.apiUrl)) return;
  const send = async (path: string, form: Record<string, string>) => {
    const response = await fetch(`${config.apiUrl}/v1/${path}`, {
      method: "POST",
      body: new URLSearchParams({ key: config.publishableKey, ...form }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return Created.parse(await response.json());
  };
  const client = new DemoClient(app);
  await client.signIn("owner@demo.test");
  const path = { workspace: "northwind" };
  const started = await client.call(payments.initialize3ds, { path, body: {} });
  const card = await send("payment_methods", testCard);
  await send(`setup_intents/${started.intentId}/confirm`, {
    client_secret: started.clientSecret,
    payment_method: card.id,
  });
  await client.call(payments.addPaymentMethod, {
    path,
    body: { setupIntentId: started.intentId },
  });
}
