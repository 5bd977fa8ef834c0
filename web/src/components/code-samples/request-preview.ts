import type { Endpoint } from "#contracts/endpoint.ts";
import type { RequestInput } from "../../lib/api/api-client.ts";

/** An endpoint with its input: sent as a request and shown as a code sample. */
export interface RequestPreview {
  readonly call: Endpoint;
  readonly input: RequestInput;
}

/**
 * The request that a form would send now. `isComplete` is false while required input is missing; a function loads what
 * the input is checked with.
 */
export interface FormRequestPreview {
  readonly requests: readonly RequestPreview[];
  readonly isComplete: boolean | (() => Promise<boolean>);
}

/** A click handler with the request it makes, either at once or after a confirmation. */
export interface ActionWithCode {
  readonly onSelect: () => void;
  readonly code: RequestPreview;
}

/** The preview of a request with complete input. */
export const completePreview = (code: RequestPreview): FormRequestPreview => ({
  requests: [code],
  isComplete: true,
});
