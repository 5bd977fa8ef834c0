/** One request of the console as a code sample: HTTP, shell or program. */
import type { Endpoint } from "#contracts/endpoint.ts";
import { escapeControlCharacters } from "./literal-syntax.ts";
import { buildUrl, type RequestEndpoint, type RequestInput } from "../../lib/api/api-client.ts";

export interface SampleEndpoint extends RequestEndpoint, Pick<Endpoint, "id"> {
  /** Whether the endpoint requires, ignores or rejects an access token. */
  readonly token: "needed" | "unneeded" | "rejected";
  /** The response has no body to print. */
  readonly hasNoResponse: boolean;
}

export interface SampleRequest {
  readonly call: SampleEndpoint;
  readonly input: RequestInput;
  /** The key that the console sends; a program generates a new one for each run. */
  readonly idempotencyKey?: string;
}

/** The environment variable that holds the token in all samples. */
export const tokenEnvVar = "BOREAL_TOKEN";

/** The body as it is sent: without the values that JSON omits. */
export function requestBody({ input }: SampleRequest): unknown {
  const text = input.body === undefined ? undefined : JSON.stringify(input.body);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The query as it is sent: without empty values. */
export const requestQuery = ({ input }: SampleRequest): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(buildUrl({ path: "" }, input)));

/** Method, URL, headers and body as this page sends them. */
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
