/** The emulated Stripe of a local stack: it takes test cards only, and its keys are new with each start. */
import { randomBytes } from "node:crypto";
import type { Clock } from "#api/core/lib/clock.ts";
import { startStripeEmulator } from "#emulators/stripe/emulator.ts";

/** A delivery that fails is repeated, as by Stripe. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000];

export async function startStackStripe(options: {
  host: string;
  port: number;
  clock: Clock;
  statePath: string;
  /** The API's own URL. */
  apiUrl: string;
}) {
  const { host, port, clock, statePath, apiUrl } = options;
  const newKey = (prefix: string) => `${prefix}_${randomBytes(16).toString("hex")}`;
  const secret = newKey("whsec");
  const emulator = await startStripeEmulator({
    host,
    port,
    clock,
    statePath,
    retryDelaysMs,
    secretKey: newKey("sk_test"),
    publishableKey: newKey("pk_test"),
    webhook: { url: `${apiUrl}/api/v1/webhooks/stripe`, secret },
  });
  return {
    url: emulator.url,
    /** The value of BOREAL_PAYMENTS. */
    setting: JSON.stringify({
      provider: "stripe",
      secretKey: emulator.secretKey,
      publishableKey: emulator.publishableKey,
      webhookSecrets: [secret],
      apiUrl: emulator.url,
      scriptUrl: emulator.scriptUrl,
    }),
    stop: () => emulator.stop(),
  };
}
