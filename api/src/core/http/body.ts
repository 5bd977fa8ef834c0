/** JSON bodies: depth and number of values are limited before parsing. */
import { createReason, type Reason } from "#contracts/problem-reasons.ts";
import type { FastifyInstance } from "fastify";
import { ProblemError } from "../lib/problem-error.ts";

/** Several times the size of the largest body in the contracts. */
export const bodyBounds = { depth: 16, values: 2_000 } as const;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const whitespace: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Replaces Fastify's parsers: accepts only JSON within the bounds and without keys that change a prototype. */
export function parseOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, text, done) => {
      // The handler verifies the signature over these characters before it parses them.
      if (request.routeOptions.config.rawBody === true) {
        done(null, text);
        return;
      }
      const error = findBodyProblem(text);
      if (error === null) void parse(request, text, done);
      else done(new ProblemError("bad_request", { reason: error }));
    },
  );
}

/**
 * Returns why a JSON text is rejected before parsing, or null if it may be parsed. Text that is not
 * JSON also returns null; the parser rejects it. Scans the text once and allocates only the keys of open objects.
 */
export function findBodyProblem(text: string): Reason | null {
  const open: Set<string>[] = [];
  let values = 0;
  let at = 0;
  while (at < text.length) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const end = findStringEnd(text, at);
      if (isKey(text, end)) {
        const key = decodeKey(text.slice(at, end));
        const keys = open.at(-1);
        if (keys?.has(key) === true)
          return createReason("body_duplicate_key", { key: quoteKey(key) });
        keys?.add(key);
      }
      at = end;
      continue;
    }
    if (opening.has(character)) {
      if (open.length === bodyBounds.depth)
        return createReason("body_too_deep", { maximum: bodyBounds.depth });
      open.push(new Set());
      values += 1;
    } else if (closing.has(character)) open.pop();
    else if (character === comma) values += 1;
    if (values > bodyBounds.values)
      return createReason("body_too_many_values", { maximum: bodyBounds.values });
    at += 1;
  }
  return null;
}

/**
 * Index after the closing quote of the string that begins at `start`; the length of the text if the string is not
 * closed.
 */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) return at + 1;
    if (character === backslash) at += 1;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (whitespace.has(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === colon;
}

/** Decodes a key: `"\u0061"` is `a`. */
function decodeKey(literal: string): string {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

const quoteKey = (key: string): string => JSON.stringify(key.slice(0, 40).toWellFormed());
