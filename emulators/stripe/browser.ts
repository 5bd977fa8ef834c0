/** Acts on the emulated Stripe like a customer's browser: with the publishable key and a client secret, over HTTP. */
import { z } from "zod";

const Intent = z.object({
  id: z.string(),
  status: z.string(),
  payment_method: z.string().nullable(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }) }).nullable(),
});
const Rejection = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** `leave`: the customer closes the page without answering. */
export type ChallengeAnswer = "complete" | "fail" | "leave";

export interface BrowserOutcome {
  readonly status: string;
  readonly cardId: string | null;
  /** Code of the error that the form shows; null without one. */
  readonly errorCode: string | null;
}

export class StripeBrowser {
  readonly #url: string;
  readonly #key: string;

  constructor({ url, publishableKey }: { url: string; publishableKey: string }) {
    this.#url = url;
    this.#key = publishableKey;
  }

  /** Confirms a setup or a payment with a new card, by its number, or with a saved one, by its id. */
  async confirm(
    clientSecret: string,
    card: string,
    challenge: ChallengeAnswer = "complete",
  ): Promise<BrowserOutcome> {
    const id = clientSecret.split("_secret_")[0] ?? "";
    const path = `/v1/${id.startsWith("seti") ? "setup_intents" : "payment_intents"}/${id}`;
    const method = card.startsWith("pm_") ? { id: card } : await this.#createCard(card);
    if ("errorCode" in method) return { status: "", cardId: null, ...method };
    const confirmed = await this.#post(`${path}/confirm`, {
      client_secret: clientSecret,
      payment_method: method.id,
    });
    const rejected = Rejection.safeParse(confirmed).data;
    if (rejected !== undefined) return { status: "", cardId: null, errorCode: rejected.error.code };
    const { status, next_action: action } = Intent.parse(confirmed);
    if (status === "requires_action" && action !== null && challenge !== "leave")
      await fetch(action.redirect_to_url.url, {
        method: "POST",
        body: new URLSearchParams({ result: challenge }),
      });
    const query = new URLSearchParams({ key: this.#key, client_secret: clientSecret });
    const response = await fetch(`${this.#url}${path}?${query}`);
    const intent = Intent.parse(await response.json());
    return { status: intent.status, cardId: intent.payment_method, errorCode: null };
  }

  async #createCard(number: string): Promise<{ id: string } | { errorCode: string }> {
    const created = await this.#post("/v1/payment_methods", {
      type: "card",
      "card[number]": number,
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
      "card[cvc]": "123",
    });
    const rejected = Rejection.safeParse(created).data;
    return rejected === undefined
      ? z.object({ id: z.string() }).parse(created)
      : { errorCode: rejected.error.code };
  }

  async #post(path: string, form: Record<string, string>): Promise<unknown> {
    const response = await fetch(`${this.#url}${path}`, {
      method: "POST",
      body: new URLSearchParams({ key: this.#key, ...form }),
    });
    return await response.json();
  }
}
