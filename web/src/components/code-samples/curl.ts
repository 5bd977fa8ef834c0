import { buildUrl } from "../../lib/api/api-client.ts";
import { escapeControlCharacters } from "./literal-syntax.ts";
import { requestBody, type SampleRequest, tokenEnvVar } from "./sample-request.ts";

/** Quotes text as one word of a POSIX shell: inside single quotes only the quote itself needs escaping. */
const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function requestToCurl(request: SampleRequest, origin: string): string {
  const { call: endpoint, input } = request;
  const body = requestBody(request);
  const method = endpoint.method === "GET" ? "" : `--request ${endpoint.method} `;
  const parts = [`curl ${method}${quoteShell(origin + buildUrl(endpoint, input))}`];
  // Double quotes, so that the shell expands the variable that holds the token.
  if (endpoint.token === "needed") parts.push(`--header "Authorization: Bearer $${tokenEnvVar}"`);
  if (endpoint.idempotent === true) parts.push(`--header "Idempotency-Key: $(uuidgen)"`);
  if (body !== undefined) {
    parts.push(`--header 'Content-Type: application/json'`);
    // `--data` would read a body that begins with @ as a file name.
    parts.push(`--data-raw ${quoteShell(escapeControlCharacters(JSON.stringify(body, null, 2)))}`);
  }
  return parts.join(" \\\n  ");
}

export const toCurl = (requests: readonly SampleRequest[], origin: string): string =>
  `${requests.map((request) => requestToCurl(request, origin)).join("\n\n")}\n`;
