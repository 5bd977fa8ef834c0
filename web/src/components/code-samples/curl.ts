import { buildUrl } from "../../lib/api/api-client.ts";
import { escapeControlCharacters } from "./literal-syntax.ts";
import { requestBody, type SampleRequest, tokenEnvVar } from "./sample-request.ts";

/** One word of a POSIX shell, whatever stands in it: only the quote itself ends what it began. */
const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function requestToCurl(request: SampleRequest, origin: string): string {
  const { call: endpoint, input } = request;
  const body = requestBody(request);
  const method = endpoint.method === "GET" ? "" : `--request ${endpoint.method} `;
  const parts = [`curl ${method}${quoteShell(origin + buildUrl(endpoint, input))}`];
  // In double quotes, so that the shell puts in what is kept outside the text.
  if (endpoint.token === "needed") parts.push(`--header "Authorization: Bearer $${tokenEnvVar}"`);
  if (endpoint.idempotent === true) parts.push(`--header "Idempotency-Key: $(uuidgen)"`);
  if (body !== undefined) {
    parts.push(`--header 'Content-Type: application/json'`);
    // `--data` would take a body that begins with @ for the name of a file.
    parts.push(`--data-raw ${quoteShell(escapeControlCharacters(JSON.stringify(body, null, 2)))}`);
  }
  return parts.join(" \\\n  ");
}

export const toCurl = (requests: readonly SampleRequest[], origin: string): string =>
  `${requests.map((request) => requestToCurl(request, origin)).join("\n\n")}\n`;
