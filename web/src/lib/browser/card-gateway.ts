/**
 * The payment provider's script in the browser: its form takes the card, so card data never reaches Boreal. Stripe and
 * its emulator have the functions that are used here.
 */

import { cardFormSettings } from "./card-document.ts";

/** The part of Stripe.js that is used. */
interface StripeScript {
  elements(options: { locale: string }): {
    create(type: "card", options: object): StripeCard;
  };
  confirmCardSetup(secret: string, data: object): Promise<StripeResult>;
  confirmCardPayment(secret: string, data: object): Promise<StripeResult>;
}
interface StripeCard {
  mount(target: HTMLElement): void;
  on(event: "ready" | "focus" | "blur", handler: () => void): void;
  on(event: "change", handler: (change: { complete: boolean }) => void): void;
  focus(): void;
  destroy(): void;
}
interface StripeResult {
  readonly error?: { readonly code?: string | undefined; readonly message?: string | undefined };
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => StripeScript;
  }
}

/** The provider's card field in the page. */
export interface CardInput {
  focus(): void;
  remove(): void;
  /** Saves the card of a setup. */
  confirmSetup(clientSecret: string): Promise<CardResult>;
}

/** `code` of a failure is the provider's, such as `card_declined`. */
export type CardResult =
  | { readonly isConfirmed: true }
  | { readonly isConfirmed: false; readonly code: string };

export interface CardInputOptions {
  readonly locale: string;
  readonly onChange: (isComplete: boolean) => void;
  readonly onFocusChange: (hasFocus: boolean) => void;
}

/** Whether the server has a payment provider. */
export const hasCardForm = (): boolean => cardFormSettings() !== null;

let loading: Promise<StripeScript> | null = null;

/** Loads the script once; a failure can be tried again. */
function loadScript(): Promise<StripeScript> {
  loading ??= new Promise<StripeScript>((resolve, reject) => {
    const tag = cardFormSettings();
    if (tag === null) {
      reject(new Error("This page has no card form"));
      return;
    }
    const script = document.createElement("script");
    script.src = tag.content;
    script.addEventListener("load", () => {
      const create = window.Stripe;
      if (create === undefined) reject(new Error("The payment provider's script is not usable"));
      else resolve(create(tag.dataset["key"] ?? ""));
    });
    script.addEventListener("error", () => {
      script.remove();
      loading = null;
      reject(new Error("The payment provider's script was not loaded"));
    });
    document.head.append(script);
  });
  return loading;
}

const toResult = ({ error }: StripeResult): CardResult =>
  error === undefined
    ? { isConfirmed: true }
    : { isConfirmed: false, code: error.code ?? "processing_error" };

/** Shows the card field in `target`, with its font and colors. Rejects when the script cannot be loaded. */
export async function showCardInput(
  target: HTMLElement,
  options: CardInputOptions,
): Promise<CardInput> {
  const stripe = await loadScript();
  const { color, fontFamily, fontSize } = getComputedStyle(target);
  const card = stripe.elements({ locale: options.locale }).create("card", {
    hidePostalCode: true,
    style: { base: { color, fontFamily, fontSize } },
  });
  card.on("change", ({ complete }) => options.onChange(complete));
  card.on("focus", () => options.onFocusChange(true));
  card.on("blur", () => options.onFocusChange(false));
  card.mount(target);
  return {
    focus: () => card.focus(),
    remove: () => card.destroy(),
    confirmSetup: async (clientSecret) =>
      toResult(await stripe.confirmCardSetup(clientSecret, { payment_method: { card } })),
  };
}

/** Pays with a saved card; the bank may ask the customer to confirm. */
export async function confirmCardPayment(
  clientSecret: string,
  cardId: string,
): Promise<CardResult> {
  const stripe = await loadScript();
  return toResult(await stripe.confirmCardPayment(clientSecret, { payment_method: cardId }));
}
