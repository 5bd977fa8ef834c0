/** The objects of the emulated account, kept in memory and in a file. */
import { randomBytes } from "node:crypto";
import type { Clock } from "#api/core/lib/clock.ts";
import { readSnapshot, writeSnapshot } from "../lib/snapshot-file.ts";
import {
  AccountSnapshot,
  type Card,
  type Charge,
  type Customer,
  type Dispute,
  type PaymentIntent,
  type Refund,
  type SetupIntent,
} from "./records.ts";

const byId = <T extends { id: string }>(records: readonly T[]) =>
  new Map(records.map((record) => [record.id, record]));

export class Account {
  readonly customers: Map<string, Customer>;
  readonly cards: Map<string, Card>;
  readonly setupIntents: Map<string, SetupIntent>;
  readonly paymentIntents: Map<string, PaymentIntent>;
  readonly charges: Map<string, Charge>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  readonly #clock: Clock;
  readonly #statePath: string | null;

  constructor(clock: Clock, statePath: string | null) {
    this.#clock = clock;
    this.#statePath = statePath;
    const stored = statePath === null ? null : readSnapshot(statePath, AccountSnapshot);
    this.customers = byId(stored?.customers ?? []);
    this.cards = byId(stored?.cards ?? []);
    this.setupIntents = byId(stored?.setupIntents ?? []);
    this.paymentIntents = byId(stored?.paymentIntents ?? []);
    this.charges = byId(stored?.charges ?? []);
    this.refunds = byId(stored?.refunds ?? []);
    this.disputes = byId(stored?.disputes ?? []);
  }

  /** Seconds of the epoch, as in every object. */
  now(): number {
    return Math.floor(this.#clock.now().getTime() / 1000);
  }

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(12).toString("hex")}`;
  }

  save(): void {
    if (this.#statePath === null) return;
    const snapshot: AccountSnapshot = {
      customers: [...this.customers.values()],
      cards: [...this.cards.values()],
      setupIntents: [...this.setupIntents.values()],
      paymentIntents: [...this.paymentIntents.values()],
      charges: [...this.charges.values()],
      refunds: [...this.refunds.values()],
      disputes: [...this.disputes.values()],
    };
    writeSnapshot(this.#statePath, snapshot);
  }
}
