import type { Endpoint } from "#contracts/endpoint.ts";
import type { RequestInput } from "../../lib/api/api-client.ts";

/** A call with what is handed to it: what is sent, and what the code for it is made from. */
export interface RequestPreview {
  readonly call: Endpoint;
  readonly input: RequestInput;
}

/** What a form would send now; nothing that is refused for what is missing is passed off as whole. */
export interface FormRequestPreview {
  readonly requests: readonly RequestPreview[];
  readonly isComplete: boolean;
}

/** What a press does, with the request it makes: at once, or behind the question it asks. */
export interface ActionWithCode {
  readonly onSelect: () => void;
  readonly code: RequestPreview;
}

/** A request of which nothing is still to be chosen. */
export const completePreview = (code: RequestPreview): FormRequestPreview => ({
  requests: [code],
  isComplete: true,
});
