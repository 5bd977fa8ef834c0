import { addressOf } from "../../lib/client.ts";
import { plainly } from "./notation.ts";
import { bodyOf, type CodedRequest, tokenVariable } from "./coded-request.ts";

/** One word of a POSIX shell, whatever stands in it: only the quote itself ends what it began. */
const word = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function writeOne(request: CodedRequest, origin: string): string {
  const { call, input } = request;
  const body = bodyOf(request);
  const method = call.method === "GET" ? "" : `--request ${call.method} `;
  const parts = [`curl ${method}${word(origin + addressOf(call, input))}`];
  // In double quotes, so that the shell puts in what is kept outside the text.
  if (call.token === "needed") parts.push(`--header "Authorization: Bearer $${tokenVariable}"`);
  if (call.idempotent === true) parts.push(`--header "Idempotency-Key: $(uuidgen)"`);
  if (body !== undefined) {
    parts.push(`--header 'Content-Type: application/json'`);
    // `--data` would take a body that begins with @ for the name of a file.
    parts.push(`--data-raw ${word(plainly(JSON.stringify(body, null, 2)))}`);
  }
  return parts.join(" \\\n  ");
}

export const writeCurl = (requests: readonly CodedRequest[], origin: string): string =>
  `${requests.map((request) => writeOne(request, origin)).join("\n\n")}\n`;
