/** Schemas of text entered by users: names, email addresses, passwords, handles. */
import { z } from "zod";
import { createFieldError, failsWith, type FieldError, fieldIssue } from "./field-problem.ts";

/**
 * Characters that reorder or hide text: control characters, and what Unicode calls default ignorable (zero-width
 * characters, Hangul fillers, tags). Variation selectors are allowed: they choose the glyph of an emoji or of a
 * character in a name.
 */
const invisibleCharacters =
  // oxlint-disable-next-line no-control-regex -- these are exactly the characters to reject
  /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]|(?![\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u;

/** A visible character. The blank Braille pattern and the empty note head are symbols without ink. */
const visible =
  /(?![\u2800\u{1d159}\p{Default_Ignorable_Code_Point}])[\p{Letter}\p{Number}\p{Punctuation}\p{Symbol}]/u;

const hiddenCharacters = failsWith("hidden_characters");

/**
 * A name of a user or a resource: trimmed, whitespace collapsed, no invisible characters, at least one visible one.
 */
export const displayName = (max = 64) =>
  z
    .string()
    // Overlong text is rejected before other checks; the limit leaves room for whitespace that is collapsed.
    .refine((text) => text.length <= 4 * max, {
      ...failsWith("too_big", { maximum: max, unit: "characters" }),
      abort: true,
    })
    .meta({ maxLength: 4 * max })
    .refine((text) => !invisibleCharacters.test(text), hiddenCharacters)
    .refine((text) => text.trim() === "" || visible.test(text), hiddenCharacters)
    .transform((text) => text.trim().replace(/ {2,}/g, " "))
    .pipe(z.string().min(1).max(max));

/** The form of an id. A name of this form would be ambiguous wherever both are accepted. */
export const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The name of an object that is also addressed by its id: a project, an SSH key. */
export const nameUnlikeId = (max = 64) =>
  displayName(max).refine((text) => !idShape.test(text), failsWith("id_shape"));

/** Text of several lines. */
export const multilineText = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .refine((text) => !invisibleCharacters.test(text.replace(/[\n\r\t]/g, "")), hiddenCharacters)
    .transform((text) => text.trim());

const maxEmailLength = 254;
const emailPattern =
  /^(?!\.|[^@]*\.[.@])[!#$%&'*+\-./0-9=?A-Z^_`a-z{|}~]{1,64}@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.){1,8}(?:[a-zA-Z]{2,63}|xn--[a-zA-Z0-9-]{2,59})$/;

export const isEmail = (value: unknown): value is string =>
  typeof value === "string" && value.length <= maxEmailLength && emailPattern.test(value);

/**
 * `local@domain`: printable ASCII before the @ and a hostname after it; stored as typed. A value of another JSON
 * type gets the same error as invalid text.
 */
export const email = z
  .custom<string>(isEmail, failsWith("email"))
  .meta({ type: "string", maxLength: maxEmailLength, pattern: emailPattern.source });

/** Accepts any text as an email address: a login looks it up and finds no account. */
export const anyEmailText = z
  .custom<string>((value) => typeof value === "string", failsWith("email"))
  .meta({ type: "string" });

/**
 * The form in which an email is unique: compared without ASCII case. Other letters keep their case, because the lower
 * case of some is an ASCII letter and would match another user's address.
 */
export const normalizeEmail = (address: string): string =>
  address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Masks an email for other users: `ada@example.test` becomes `a…@e….test`. */
export function maskedEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}…@${domain.slice(0, 1)}….${domain.split(".").at(-1) ?? ""}`;
}

export const passwordMinLength = 12;
export const passwordMaxLength = 128;
export const passwordMaxBytes = 512;
/** The form in which a password is hashed and compared (NFKC), independent of how a keyboard composes characters. */
export const normalizePassword = (text: string): string => text.normalize("NFKC");
/** Passwords allow any characters and are never trimmed; the length counts Unicode code points after normalization. */
export function isPasswordLengthValid(text: string): boolean {
  const form = normalizePassword(text);
  const length = [...form].length;
  return (
    length >= passwordMinLength &&
    length <= passwordMaxLength &&
    new TextEncoder().encode(form).length <= passwordMaxBytes
  );
}
/** Handles that would conflict with pages of the console. */
export const reservedHandles: ReadonlySet<string> = new Set(
  (
    "account playground my-activities workspaces onboarding auth admin api assets static health metrics " +
    "400 401 403 404 423 429 500 new add settings help docs energy www"
  ).split(" "),
);

export const handlePattern = /^[a-z][a-z0-9-]{1,30}[a-z0-9]$/;

/** A workspace's handle: part of the URL of each of its pages. */
export const handle = z
  .string()
  .refine((text) => !reservedHandles.has(text.toLowerCase()), failsWith("reserved"))
  .refine(
    (text) => handlePattern.test(text) && !text.includes("--"),
    failsWith("format", { rule: "handle" }),
  );

const hostnamePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const maxHostnameLength = 63;

/** The error of a hostname; null when it is valid. */
export function hostnameError(text: string): FieldError | null {
  if (text === "") return createFieldError("required");
  if (idShape.test(text)) return createFieldError("id_shape");
  const characters = invalidHostnameCharacters(text);
  if (characters.length > 0)
    return createFieldError("format", { rule: "hostname_characters", characters });
  if (text.length > maxHostnameLength)
    return createFieldError("format", { rule: "hostname_length", maximum: maxHostnameLength });
  if (!hostnamePattern.test(text)) return createFieldError("format", { rule: "hostname_ends" });
  if (/^\d+$/.test(text)) return createFieldError("format", { rule: "hostname_letter" });
  return text === "localhost" ? createFieldError("format", { rule: "hostname_reserved" }) : null;
}

/** Invalid characters without duplicates, at most four. */
const invalidHostnameCharacters = (text: string): string[] =>
  [...new Set(text)].filter((character) => !/[a-z0-9-]/.test(character)).slice(0, 4);

export const hostname = z.string().superRefine((text, context) => {
  const error = hostnameError(text);
  if (error !== null) context.addIssue(fieldIssue(error));
});

/** Removes all occurrences of the character at the end. */
export function trimTrailing(text: string, character: string): string {
  let length = text.length;
  while (length > 0 && text[length - 1] === character) length -= 1;
  return text.slice(0, length);
}
