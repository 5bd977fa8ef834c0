/** One request of the console as something to write down: for a person, for a shell, for a program. */
import type { Call } from "#contracts/kit.ts";
import { plainly } from "./notation.ts";
import { addressOf, type WireCall, type WireInput } from "../../lib/client.ts";

export interface CodedCall extends WireCall, Pick<Call, "id"> {
  /** Whether an access token is needed for it, makes no difference to it, or is kept out. */
  readonly token: "needed" | "unneeded" | "refused";
  /** There is nothing in its answer to print. */
  readonly answersNothing: boolean;
}

export interface CodedRequest {
  readonly call: CodedCall;
  readonly input: WireInput;
  /** The one it is sent with from here; a program makes its own for each run. */
  readonly idempotencyKey?: string;
}

/** The environment variable that holds the token, wherever code runs. */
export const tokenVariable = "BOREAL_TOKEN";

/** The body as it travels: what JSON leaves out is left out. */
export function bodyOf({ input }: CodedRequest): unknown {
  const text = input.body === undefined ? undefined : JSON.stringify(input.body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The query as it travels: what is empty is left out. */
export const queryOf = ({ input }: CodedRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(addressOf({ path: "" }, input)));

/** Method, address, headers and body, as they go over the wire from this page. */
export function writeHttp(requests: readonly CodedRequest[]): string {
  return requests
    .map((request) => {
      const { call, input, idempotencyKey } = request;
      const body = bodyOf(request);
      const lines = [`${call.method} ${addressOf(call, input)}`];
      if (body !== undefined) lines.push("Content-Type: application/json");
      if (call.idempotent === true && idempotencyKey !== undefined)
        lines.push(`Idempotency-Key: ${idempotencyKey}`);
      if (body !== undefined) lines.push("", plainly(JSON.stringify(body, null, 2)));
      return lines.join("\n");
    })
    .join("\n\n");
}
