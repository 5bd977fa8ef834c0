/**
 * The test cards that Stripe publishes, and what each does. Every other number is declined, as in Stripe's test mode. The two
 * that are processed for days are this emulator's own: Stripe publishes none.
 */

/** `always`: also without the customer present; `unless-set-up`: not after a setup with a challenge. */
type Challenge = "never" | "on-session" | "unless-set-up" | "always";

export interface CardBehavior {
  readonly last4: string;
  readonly brand: "visa" | "mastercard" | "amex";
  /** Short name after `pm_card_`. */
  readonly alias: string;
  readonly setupChallenge: boolean;
  readonly challenge: Challenge;
  /** Declined when it is saved and when it is charged. */
  readonly declines?: Decline;
  /** Saved without complaint, and declined when it is charged. */
  readonly chargeDeclines?: Decline;
  /** The authentication itself fails. */
  readonly challengeFails?: boolean;
  readonly afterCharge?: "dispute";
  /** The bank processes the payment for days, and then takes it or declines it. */
  readonly processing?: "succeeds" | "fails";
  /** How a refund goes on after the response: `fails` returns the money later, `waits` is pending for a while. */
  readonly refund?: "fails" | "waits";
}

export interface Decline {
  readonly code: string;
  readonly declineCode: string | null;
}

const declined = (declineCode: string): Decline => ({ code: "card_declined", declineCode });
const failing = (code: string): Decline => ({ code, declineCode: null });

const plain = { brand: "visa", setupChallenge: false, challenge: "never" } as const;
const secured = { brand: "visa", setupChallenge: true, challenge: "unless-set-up" } as const;

export const cards: Readonly<Record<string, CardBehavior>> = {
  "4242424242424242": { ...plain, last4: "4242", alias: "visa" },
  "5555555555554444": { ...plain, brand: "mastercard", last4: "4444", alias: "mastercard" },
  "378282246310005": { ...plain, brand: "amex", last4: "0005", alias: "amex" },
  "4000002500003155": { ...secured, last4: "3155", alias: "authenticationRequiredOnSetup" },
  "4000002760003184": {
    ...secured,
    challenge: "always",
    last4: "3184",
    alias: "authenticationRequired",
  },
  "4000003800000446": { ...plain, challenge: "on-session", last4: "0446", alias: "alreadySetUp" },
  "4000008260003178": {
    ...secured,
    last4: "3178",
    alias: "authenticationRequiredInsufficientFunds",
    chargeDeclines: declined("insufficient_funds"),
  },
  "4000000000003220": { ...secured, last4: "3220", alias: "threeDSecure2Required" },
  "4000008400001629": {
    ...secured,
    last4: "1629",
    alias: "threeDSecureRequiredChargeDeclined",
    chargeDeclines: declined("generic_decline"),
  },
  "4000008400001280": {
    ...secured,
    last4: "1280",
    alias: "threeDSecureRequiredProcessingError",
    challengeFails: true,
  },
  "4000000000003055": { ...plain, last4: "3055", alias: "threeDSecureOptional" },
  "4000000000000002": {
    ...plain,
    last4: "0002",
    alias: "chargeDeclined",
    declines: declined("generic_decline"),
  },
  "4000000000009995": {
    ...plain,
    last4: "9995",
    alias: "chargeDeclinedInsufficientFunds",
    declines: declined("insufficient_funds"),
  },
  "4000000000000069": {
    ...plain,
    last4: "0069",
    alias: "chargeDeclinedExpiredCard",
    declines: failing("expired_card"),
  },
  "4000000000000127": {
    ...plain,
    last4: "0127",
    alias: "chargeDeclinedIncorrectCvc",
    declines: failing("incorrect_cvc"),
  },
  "4000000000000119": {
    ...plain,
    last4: "0119",
    alias: "chargeDeclinedProcessingError",
    declines: failing("processing_error"),
  },
  "4000000000000341": {
    ...plain,
    last4: "0341",
    alias: "chargeCustomerFail",
    chargeDeclines: declined("generic_decline"),
  },
  "4000000000000259": {
    ...plain,
    last4: "0259",
    alias: "createDispute",
    afterCharge: "dispute",
  },
  "4000000000005126": { ...plain, last4: "5126", alias: "refundFail", refund: "fails" },
  "4000000000007726": { ...plain, last4: "7726", alias: "pendingRefund", refund: "waits" },
  "4000000000007106": { ...plain, last4: "7106", alias: "processing", processing: "succeeds" },
  "4000000000007205": { ...plain, last4: "7205", alias: "processingFail", processing: "fails" },
};

/** Days that a bank processes a payment. */
export const processingDays = 5;

export const numberOfAlias = (id: string): string | undefined =>
  Object.keys(cards).find((number) => `pm_card_${cards[number]?.alias ?? ""}` === id);

/** The behavior of a number that a customer typed; null for one that is no test card. */
export const behaviorOf = (number: string): CardBehavior | null => cards[number] ?? null;

/** Whether a payment asks for the customer's authentication. */
export function isChallenged(
  { challenge }: CardBehavior,
  { offSession, wasSetUp }: { offSession: boolean; wasSetUp: boolean },
): boolean {
  if (challenge === "never") return false;
  if (!offSession) return true;
  return challenge === "always" || (challenge === "unless-set-up" && !wasSetUp);
}

/** What the bank says after the days of a payment that fails. */
export const lateDecline: Decline = declined("insufficient_funds");

export const declineMessages: Readonly<Record<string, string>> = {
  card_declined: "Your card was declined.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: "An error occurred while processing your card. Try again in a little bit.",
};
