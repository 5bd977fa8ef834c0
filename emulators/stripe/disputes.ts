/** Disputes: a customer contests a charge at their bank, which takes the money back and may return it. */
import type { Account } from "./account.ts";
import { missing } from "./errors.ts";
import type { Emit } from "./intents.ts";
import type { Dispute } from "./records.ts";

export class Disputes {
  readonly #account: Account;
  readonly #emit: Emit;

  constructor(account: Account, emit: Emit) {
    this.#account = account;
    this.#emit = emit;
  }

  /** Opens a dispute of the payment's charge, by default over what is not refunded of it. Returns its id. */
  open(paymentIntent: string, { cents }: { cents?: number } = {}): string {
    const intent = this.#account.paymentIntents.get(paymentIntent);
    const charge = this.#account.charges.get(intent?.charge ?? "");
    if (charge === undefined) throw missing("payment_intent", paymentIntent);
    charge.disputed = true;
    const id = this.#account.newId("dp");
    this.#account.disputes.set(id, {
      id,
      charge: charge.id,
      paymentIntent,
      amount: cents ?? charge.amount - charge.refunded,
      currency: charge.currency,
      status: "needs_response",
      withdrawn: 0,
      reinstated: 0,
      withdrawnAt: null,
      reinstatedAt: null,
      created: this.#account.now(),
    });
    this.#emit("charge.dispute.created", id);
    return id;
  }

  withdraw(id: string): void {
    const dispute = this.#require(id);
    dispute.withdrawn = dispute.amount;
    dispute.withdrawnAt = this.#account.now();
    this.#emit("charge.dispute.funds_withdrawn", id);
  }

  /** The bank decides for the seller: the money returns, and the charge can be refunded again. */
  win(id: string): void {
    const dispute = this.#require(id);
    dispute.status = "won";
    dispute.reinstated = dispute.withdrawn;
    dispute.reinstatedAt = this.#account.now();
    const charge = this.#account.charges.get(dispute.charge);
    if (charge !== undefined) charge.disputed = false;
    if (dispute.withdrawn > 0) this.#emit("charge.dispute.funds_reinstated", id);
    this.#emit("charge.dispute.closed", id);
  }

  lose(id: string): void {
    this.#require(id).status = "lost";
    this.#emit("charge.dispute.closed", id);
  }

  #require(id: string): Dispute {
    const dispute = this.#account.disputes.get(id);
    if (dispute === undefined) throw missing("dispute", id);
    return dispute;
  }
}
