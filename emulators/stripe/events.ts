/** The event log of the account, and webhooks: signed, with what can happen to them on their way. */
import { createHmac } from "node:crypto";
import type { Account } from "./account.ts";

export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object };
  livemode: boolean;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export interface WebhookTarget {
  url: string;
  secret: string;
}

/** How deliveries behave; tests change it. */
export interface DeliveryRules {
  /** Deliveries per event; 2 sends each event twice. */
  copies: number;
  /** Events wait for `release`. */
  isHeld: boolean;
  /** Events that match are never sent. */
  drops: (event: StripeEvent) => boolean;
}

const deliveryTimeoutMs = 10_000;
const keptEvents = 10_000;

export class EventLog {
  readonly events: StripeEvent[] = [];
  rules: DeliveryRules = { copies: 1, isHeld: false, drops: () => false };
  /** Events that no delivery has reached, oldest first. */
  readonly undelivered: StripeEvent[] = [];
  readonly #account: Account;
  readonly #apiVersion: string;
  readonly #retryDelaysMs: readonly number[];
  #target: WebhookTarget | null;
  #held: StripeEvent[] = [];
  readonly #sending = new Set<Promise<unknown>>();

  constructor(
    account: Account,
    options: {
      apiVersion: string;
      target: WebhookTarget | null;
      /** Pauses before each repetition of a failed delivery. */
      retryDelaysMs: readonly number[];
    },
  ) {
    this.#account = account;
    this.#apiVersion = options.apiVersion;
    this.#target = options.target;
    this.#retryDelaysMs = options.retryDelaysMs;
  }

  sendTo(target: WebhookTarget): void {
    this.#target = target;
  }

  add(type: string, object: object): StripeEvent {
    const event: StripeEvent = {
      id: this.#account.newId("evt"),
      object: "event",
      api_version: this.#apiVersion,
      created: this.#account.now(),
      // As the object is now: it may change before the event arrives.
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.events.push(event);
    if (this.events.length > keptEvents) this.events.shift();
    if (this.rules.drops(event)) this.undelivered.push(event);
    else if (this.rules.isHeld) this.#held.push(event);
    else this.#send(event);
    return event;
  }

  /** Sends the held events in the given order and stops holding. */
  release(order: (events: StripeEvent[]) => StripeEvent[] = (events) => events): void {
    const held = this.#held;
    this.#held = [];
    this.rules = { ...this.rules, isHeld: false };
    for (const event of order(held)) this.#send(event);
  }

  /** Resolves when no delivery is under way. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.allSettled([...this.#sending]);
  }

  #send(event: StripeEvent): void {
    const attempt = this.#deliverCopies(event).finally(() => this.#sending.delete(attempt));
    this.#sending.add(attempt);
  }

  async #deliverCopies(event: StripeEvent): Promise<void> {
    for (let copy = 0; copy < this.rules.copies; copy += 1)
      if (!isDelivered(await this.deliver(event))) this.#retryLater(event, 0);
  }

  #retryLater(event: StripeEvent, attempt: number): void {
    const delayMs = this.#retryDelaysMs[attempt];
    if (delayMs === undefined) {
      this.undelivered.push(event);
      return;
    }
    const retry = async () => {
      if (!isDelivered(await this.deliver(event))) this.#retryLater(event, attempt + 1);
    };
    setTimeout(() => void retry(), delayMs).unref();
  }

  /** Sends an event once more and returns the status; 0 without a response. */
  async deliver(event: StripeEvent, options: { signedAt?: number; secret?: string } = {}) {
    if (this.#target === null) return 200;
    const body = JSON.stringify(event);
    const secret = options.secret ?? this.#target.secret;
    try {
      const response = await fetch(this.#target.url, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": sign(body, secret, options.signedAt ?? this.#account.now()),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        signal: AbortSignal.timeout(deliveryTimeoutMs),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}

const isDelivered = (status: number) => status >= 200 && status < 300;

/** The header of a webhook: the time in seconds, and the HMAC of time and body. */
export function sign(body: string, secret: string, seconds: number): string {
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}
