import { afterEach } from "vitest";
import { requireStripe } from "./card-payments.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** Waits after each test for the webhooks of the emulator, and takes back its faults. */
export function resetStripeAfterEach(environment: () => TestEnvironment): void {
  afterEach(async () => {
    const { log, faults } = requireStripe(environment());
    await log.settled();
    log.rules = { copies: 1, isHeld: false, drops: () => false };
    faults.clear();
  });
}
