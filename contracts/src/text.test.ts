import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";
import { toFieldProblems } from "./field-error-messages.ts";
import { handle, hostname, maskedEmail, displayName, nameUnlikeId, multilineText } from "./text.ts";

const invisible = {
  "Hangul filler": "\u3164",
  "half-width Hangul filler": "\uffa0",
  "Hangul choseong filler": "\u115f",
  "blank Braille pattern": "\u2800",
  "tag characters": "\u{e0041}\u{e007f}",
  "variation selector": "\ufe0f",
  "ideographic variation selector": "\u{e0100}",
  "combining grapheme joiner": "\u034f",
  "Mongolian vowel separator": "\u180e",
  "zero width space": "\u200b",
  "word joiner": "\u2060",
  "musical null note head": "\u{1d159}",
  "blanks around a filler": " \u3164 ",
};

/** The messages of a 422 for a value, most important first. */
const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? [])
    .flatMap((issue) => toFieldProblems(issue, value))
    .map(([, { message }]) => message);

/** All request fields that reject invisible characters, by endpoint. */
const fields = allEndpoints.flatMap((endpoint: Endpoint) => {
  const body = endpoint.body;
  if (!(body instanceof z.ZodObject)) return [];
  return Object.entries(body.shape)
    .filter(([field]) => ["name", "firstName", "lastName"].includes(field))
    .map(([field, schema]) => [`${endpoint.id} ${field}`, schema] as const);
});

describe("a name without visible characters", () => {
  test.each(Object.entries(invisible))("is rejected: %s", (_, text) => {
    expect(displayName().safeParse(text).success).toBe(false);
    expect(messagesOf(displayName(), text.repeat(3))[0]).toBe(
      "Contains invisible or control characters",
    );
  });
  test("is rejected in every name field", () => {
    expect(fields.length).toBeGreaterThan(8);
    for (const [field, schema] of fields)
      expect([field, z.object({ name: schema }).safeParse({ name: "\u3164" }).success]).toEqual([
        field,
        false,
      ]);
  });
  test.each(["Ada\u3164", "Ada\u{e0041}", "Ada\u200d", "Ada\u202e"])(
    "is rejected in every other name too: %j",
    (text) => {
      expect(displayName().safeParse(text).success).toBe(false);
    },
  );
});

test.each([
  "Ada",
  "Åsa-Märta",
  "葛\u{e0100}城",
  "❤\ufe0f team",
  "李",
  "محمد",
  "O’Neill",
  "7",
  "#1",
])("%s is a name", (text) => {
  expect(displayName().parse(text)).toBe(text);
});

test("trims and collapses whitespace, and treats a blank name as missing", () => {
  expect(displayName().parse("  Ada   Lovelace ")).toBe("Ada Lovelace");
  expect(messagesOf(displayName(), "   ")).toEqual(["Field is required"]);
});

test("rejects overlong text before any other check", () => {
  expect(messagesOf(displayName(), "\u3164".repeat(200_000))).toEqual(["At most 64 characters"]);
  const long = messagesOf(multilineText(500), "\u0000".repeat(200_000));
  expect(long).toEqual(["At most 500 characters"]);
  expect(messagesOf(displayName(), "x".repeat(65))).toEqual(["At most 64 characters"]);
});

test("masks an email down to initials and top-level domain", () => {
  expect(maskedEmail("ada.lovelace@mail.example.test")).toBe("a…@m….test");
});

const id = "0197c9a2-1111-7111-8111-aaaaaaaaaaaa";
const codeOf = (schema: typeof hostname | ReturnType<typeof nameUnlikeId>, text: string) => {
  const [issue] = schema.safeParse(text).error?.issues ?? [];
  const [[, problem] = [null, null]] = issue === undefined ? [] : toFieldProblems(issue, text);
  return problem?.code ?? null;
};

test("N26: rejects a name in the form of an id for objects that are also addressed by id", () => {
  for (const text of [id, id.toUpperCase()])
    expect([text, codeOf(hostname, text)]).toEqual([text, "id_shape"]);
  for (const text of [id, id.toUpperCase(), ` ${id} `])
    expect([text, codeOf(nameUnlikeId(), text)]).toEqual([text, "id_shape"]);
  for (const text of [`${id}x`, id.replaceAll("-", ""), "0197c9a2"])
    expect([text, codeOf(nameUnlikeId(), text)]).toEqual([text, null]);
});

test("N26: a handle cannot have the form of an id; a user name can", () => {
  expect(handle.safeParse(`a${id.slice(1)}`).success).toBe(false);
  expect(displayName().safeParse(id).success).toBe(true);
});
