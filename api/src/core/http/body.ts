/** JSON bodies: bounded in depth and number of values before anything is built from them. */
import { createReason, type Reason } from "#contracts/problem-reasons.ts";
import type { FastifyInstance } from "fastify";
import { ProblemError } from "./problem-error.ts";

/** Several times what the largest body of the contracts needs. */
export const bodyBounds = { depth: 16, values: 2_000 } as const;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const whitespace: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Takes the place of Fastify's own parsers: JSON alone, within the bounds, and without keys that reach for a prototype. */
export function parseOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, text, done) => {
      const error = bodyFault(text);
      if (error === null) void parse(request, text, done);
      else done(new ProblemError("bad_request", { reason: error }));
    },
  );
}

/**
 * Why a JSON text is rejected unread; null where it may be parsed, which includes text that is not JSON at
 * all. Reads the text once, character by character, and builds nothing but the keys of open objects.
 */
export function bodyFault(text: string): Reason | null {
  const open: Set<string>[] = [];
  let values = 0;
  let at = 0;
  while (at < text.length) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      const end = endOfString(text, at);
      if (isKey(text, end)) {
        const key = decoded(text.slice(at, end));
        const keys = open.at(-1);
        if (keys?.has(key) === true) return createReason("body_duplicate_key", { key: shown(key) });
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

/** Index behind the closing quote of the string that begins at `start`; the text's end where it is not closed. */
function endOfString(text: string, start: number): number {
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

/** A key as JSON means it: `"\u0061"` is `a`. */
function decoded(literal: string): string {
  if (!literal.includes("\\")) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

const shown = (key: string): string => JSON.stringify(key.slice(0, 40).toWellFormed());
