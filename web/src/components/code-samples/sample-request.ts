/** One request of the console as something to write down: for a person, for a shell, for a program. */
import type { Endpoint } from "#contracts/endpoint.ts";
import { escapeControlCharacters } from "./literal-syntax.ts";
import { buildUrl, type RequestEndpoint, type RequestInput } from "../../lib/api/api-client.ts";

export interface SampleEndpoint extends RequestEndpoint, Pick<Endpoint, "id"> {
  /** Whether an access token is needed for it, makes no difference to it, or is kept out. */
  readonly token: "needed" | "unneeded" | "refused";
  /** There is nothing in its answer to print. */
  readonly answersNothing: boolean;
}

export interface SampleRequest {
  readonly call: SampleEndpoint;
  readonly input: RequestInput;
  /** The one it is sent with from here; a program makes its own for each run. */
  readonly idempotencyKey?: string;
}

/** The environment variable that holds the token, wherever code runs. */
export const tokenEnvVar = "BOREAL_TOKEN";

/** The body as it travels: what JSON leaves out is left out. */
export function requestBody({ input }: SampleRequest): unknown {
  const text = input.body === undefined ? undefined : JSON.stringify(input.body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The query as it travels: what is empty is left out. */
export const requestQuery = ({ input }: SampleRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(buildUrl({ path: "" }, input)));

/** Method, address, headers and body, as they go over the wire from this page. */
export function toHttp(requests: readonly SampleRequest[]): string {
  return requests
    .map((request) => {
      const { call: endpoint, input, idempotencyKey } = request;
      const body = requestBody(request);
      const lines = [`${endpoint.method} ${buildUrl(endpoint, input)}`];
      if (body !== undefined) lines.push("Content-Type: application/json");
      if (endpoint.idempotent === true && idempotencyKey !== undefined)
        lines.push(`Idempotency-Key: ${idempotencyKey}`);
      if (body !== undefined)
        lines.push("", escapeControlCharacters(JSON.stringify(body, null, 2)));
      return lines.join("\n");
    })
    .join("\n\n");
}
