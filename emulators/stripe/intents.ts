/** The states of setups and payments: what confirming, authenticating and cancelling does to them. */
import type { Account } from "./account.ts";
import {
  type CardBehavior,
  type Decline,
  behaviorOf,
  declineMessages,
  isChallenged,
  lateDecline,
  processingDays,
} from "./cards.ts";
import type { Disputes } from "./disputes.ts";
import { StripeRejection, invalidRequest } from "./errors.ts";
import type { Card, Failure, PaymentIntent, SetupIntent } from "./records.ts";
import { failureView } from "./intent-views.ts";

/** Emits an event about an object of the account. */
export type Emit = (type: string, id: string) => void;

/** Outcome of the authentication page. */
export type ChallengeResult = "complete" | "fail";

const unknownCard: Decline = { code: "card_declined", declineCode: "test_mode_live_card" };

export class Intents {
  readonly #account: Account;
  readonly #emit: Emit;
  readonly #disputes: Disputes;

  constructor(account: Account, emit: Emit, disputes: Disputes) {
    this.#account = account;
    this.#emit = emit;
    this.#disputes = disputes;
  }

  /** Throws the error of a declined card. */
  confirmSetup(intent: SetupIntent, card: Card): void {
    this.#assertConfirmable(intent);
    const behavior = behaviorOf(card.number);
    intent.failure = null;
    intent.card = card.id;
    const decline = behavior === null ? unknownCard : behavior.declines;
    if (decline !== undefined) this.#failSetup(intent, card, toFailure(decline, card, null));
    else if (behavior?.setupChallenge === true) intent.status = "requires_action";
    else this.#completeSetup(intent, card, false);
  }

  answerSetup(intent: SetupIntent, result: ChallengeResult): void {
    const card = this.#cardOf(intent);
    if (intent.status !== "requires_action" || card === null) return;
    const behavior = behaviorOf(card.number);
    if (result === "complete" && behavior?.challengeFails !== true)
      this.#completeSetup(intent, card, true);
    else {
      intent.failure = authenticationFailure("setup_intent_authentication_failure", card);
      intent.status = "requires_payment_method";
      intent.card = null;
      this.#emit("setup_intent.setup_failed", intent.id);
    }
  }

  /** Throws the error of a declined card, and of a missing authentication without the customer present. */
  confirmPayment(intent: PaymentIntent, card: Card, { offSession }: { offSession: boolean }): void {
    this.#assertConfirmable(intent);
    const behavior = behaviorOf(card.number);
    intent.failure = null;
    intent.card = card.id;
    intent.offSession = offSession;
    if (behavior === null) this.#failPayment(intent, card, unknownCard);
    else if (!isChallenged(behavior, { offSession, wasSetUp: card.wasSetUp }))
      this.#charge(intent, card, behavior);
    else if (offSession)
      this.#failPayment(intent, card, {
        code: "authentication_required",
        declineCode: "authentication_required",
      });
    else {
      intent.status = "requires_action";
      this.#emit("payment_intent.requires_action", intent.id);
    }
  }

  answerPayment(intent: PaymentIntent, result: ChallengeResult): void {
    const card = this.#cardOf(intent);
    const behavior = card === null ? null : behaviorOf(card.number);
    if (intent.status !== "requires_action" || card === null || behavior === null) return;
    if (result === "complete" && behavior.challengeFails !== true) {
      // The page reports a declined charge through the payment, not as an error of its own.
      try {
        this.#charge(intent, card, behavior);
      } catch (error) {
        if (!(error instanceof StripeRejection)) throw error;
      }
      return;
    }
    intent.failure = authenticationFailure("payment_intent_authentication_failure", card);
    intent.status = "requires_payment_method";
    intent.card = null;
    this.#emit("payment_intent.payment_failed", intent.id);
  }

  cancelPayment(intent: PaymentIntent): void {
    this.endProcessing(intent);
    const { status } = intent;
    if (status === "succeeded" || status === "canceled" || status === "processing")
      throw unexpectedState("payment_intent", status);
    intent.status = "canceled";
    intent.canceledAt = this.#account.now();
    this.#emit("payment_intent.canceled", intent.id);
  }

  cancelSetup(intent: SetupIntent): void {
    if (intent.status === "succeeded" || intent.status === "canceled")
      throw unexpectedState("setup_intent", intent.status);
    intent.status = "canceled";
    this.#emit("setup_intent.canceled", intent.id);
  }

  /** The bank decides about a payment that it has processed for its days. */
  endProcessing(intent: PaymentIntent): void {
    const charge = this.#account.charges.get(intent.charge ?? "");
    const card = this.#cardOf(intent);
    if (intent.status !== "processing" || charge === undefined || card === null) return;
    if (this.#account.now() < charge.created + processingDays * 86_400) return;
    charge.isPending = false;
    if (behaviorOf(card.number)?.processing === "succeeds") {
      intent.received = intent.amount;
      intent.status = "succeeded";
      this.#emit("charge.succeeded", charge.id);
      this.#emit("payment_intent.succeeded", intent.id);
      return;
    }
    charge.failure = { code: lateDecline.code, message: messageOf(lateDecline.code) };
    intent.failure = toFailure(lateDecline, card, charge.id);
    intent.status = "requires_payment_method";
    intent.card = null;
    this.#emit("charge.failed", charge.id);
    this.#emit("payment_intent.payment_failed", intent.id);
  }

  #cardOf = ({ card }: { card: string | null }): Card | null =>
    card === null ? null : (this.#account.cards.get(card) ?? null);

  #assertConfirmable({ id, status }: SetupIntent | PaymentIntent): void {
    if (status === "succeeded" || status === "canceled" || status === "processing")
      throw unexpectedState(id.startsWith("seti") ? "setup_intent" : "payment_intent", status);
  }

  #completeSetup(intent: SetupIntent, card: Card, wasSetUp: boolean): void {
    card.customer = intent.customer;
    card.wasSetUp = wasSetUp || card.wasSetUp;
    intent.status = "succeeded";
    this.#emit("setup_intent.succeeded", intent.id);
  }

  #failSetup(intent: SetupIntent, card: Card, failure: Failure): never {
    intent.failure = failure;
    intent.status = "requires_payment_method";
    intent.card = null;
    this.#emit("setup_intent.setup_failed", intent.id);
    throw new StripeRejection(402, failureView(failure, card));
  }

  #charge(intent: PaymentIntent, card: Card, behavior: CardBehavior): void {
    const decline = behavior.declines ?? behavior.chargeDeclines;
    if (decline !== undefined) return this.#failPayment(intent, card, decline);
    intent.charge = this.#addCharge(intent, card, null);
    if (behavior.processing !== undefined) {
      this.#process(intent, intent.charge);
      return;
    }
    intent.received = intent.amount;
    intent.status = "succeeded";
    this.#emit("payment_intent.succeeded", intent.id);
    if (behavior.afterCharge === "dispute") this.#disputes.withdraw(this.#disputes.open(intent.id));
  }

  #process(intent: PaymentIntent, chargeId: string): void {
    const charge = this.#account.charges.get(chargeId);
    if (charge !== undefined) charge.isPending = true;
    intent.status = "processing";
    this.#emit("charge.pending", chargeId);
    this.#emit("payment_intent.processing", intent.id);
  }

  #failPayment(intent: PaymentIntent, card: Card, decline: Decline): never {
    intent.charge = this.#addCharge(intent, card, decline);
    intent.failure = toFailure(decline, card, intent.charge);
    intent.status = "requires_payment_method";
    intent.card = null;
    this.#emit("payment_intent.payment_failed", intent.id);
    throw new StripeRejection(402, failureView(intent.failure, card));
  }

  #addCharge(intent: PaymentIntent, card: Card, decline: Decline | null): string {
    const id = this.#account.newId("ch");
    this.#account.charges.set(id, {
      id,
      paymentIntent: intent.id,
      customer: intent.customer,
      card: card.id,
      amount: intent.amount,
      refunded: 0,
      currency: intent.currency,
      disputed: false,
      failure: decline === null ? null : { code: decline.code, message: messageOf(decline.code) },
      isPending: false,
      description: intent.description,
      metadata: intent.metadata,
      created: this.#account.now(),
    });
    return id;
  }
}

const messageOf = (code: string) => declineMessages[code] ?? "Your card was declined.";

const toFailure = (decline: Decline, card: Card, chargeId: string | null): Failure => ({
  ...decline,
  message: messageOf(decline.code),
  cardId: card.id,
  chargeId,
});

const authenticationFailure = (code: string, card: Card): Failure => ({
  code,
  declineCode: null,
  message:
    "We are unable to authenticate your payment method. Choose a different payment method and try again.",
  cardId: card.id,
  chargeId: null,
});

const unexpectedState = (kind: string, status: string) =>
  invalidRequest(`This ${kind} has a status of ${status} and cannot be changed in this way.`, {
    code: `${kind}_unexpected_state`,
  });
