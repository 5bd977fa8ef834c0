import type { Call } from "#contracts/kit.ts";
import type { WireInput } from "../../lib/client.ts";

/** A call with what is handed to it: what is sent, and what the code for it is made from. */
export interface Requested {
  readonly call: Call;
  readonly input: WireInput;
}

/** What a form would send now; nothing that is refused for what is missing is passed off as whole. */
export interface RequestedByForm {
  readonly requests: readonly Requested[];
  readonly isComplete: boolean;
}

/** What a press does, with the request it makes: at once, or behind the question it asks. */
export interface Act {
  readonly onSelect: () => void;
  readonly code: Requested;
}

/** A request of which nothing is still to be chosen. */
export const whole = (code: Requested): RequestedByForm => ({ requests: [code], isComplete: true });
