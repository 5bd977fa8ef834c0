/** Idempotency-Key as Stripe documents it: the first response is stored once execution began, errors of it included. */
import { StripeRejection } from "./errors.ts";

interface StoredResponse {
  readonly request: string;
  readonly status: number;
  readonly body: object;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: object;
  readonly isReplayed: boolean;
}

const longestKey = 255;

export class IdempotentResponses {
  readonly #stored = new Map<string, StoredResponse>();

  /** `request` names method, path and parameters. */
  run(
    key: string | undefined,
    request: string,
    execute: () => Omit<ApiResponse, "isReplayed">,
  ): ApiResponse {
    if (key === undefined) return { ...execute(), isReplayed: false };
    if (key.length > longestKey)
      throw new StripeRejection(400, {
        type: "invalid_request_error",
        message: `Idempotency-Key may be at most ${longestKey} characters.`,
      });
    const stored = this.#stored.get(key);
    if (stored !== undefined && stored.request !== request)
      throw new StripeRejection(400, {
        type: "idempotency_error",
        message:
          "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      });
    if (stored !== undefined) return { ...stored, isReplayed: true };
    const response = execute();
    // A request that fails validation has not begun: the key can be used again.
    if (response.status !== 400 && response.status !== 404)
      this.#stored.set(key, { request, ...response });
    return { ...response, isReplayed: false };
  }
}
