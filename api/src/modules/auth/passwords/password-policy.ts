/**
 * Password policy. Rejects passwords of the wrong length, breached, common, derived from the owner's name or
 * email address, or equal to the current one.
 */
import { normalizePassword, isPasswordLengthValid } from "#contracts/text.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import type { AccountRow } from "../../accounts/accounts.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { isBreached } from "./breached-passwords.ts";

export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isStaff: boolean;
}

/** An owner who already has a password, or may have one. */
export interface PasswordAccount extends PasswordOwner {
  readonly passwordHash: string | null;
}

export const toPasswordHolder = (account: AccountRow): PasswordAccount => ({
  email: account.email,
  firstName: account.first_name,
  lastName: account.last_name,
  isStaff: account.staff_role !== null,
  passwordHash: account.password_hash,
});

/** Staff accounts can access more, so they need longer passwords. */
const staffMinLength = 15;

/** Well-known phrases that neither the breach list nor a rule below covers. */
const commonPassphrases = new Set(
  (
    "correcthorsebatterystaple correcthorse ilovejesuschrist jesusismylord mypasswordis changemeplease whateverwhatever " +
    "nothingtolose barcelona lordoftherings gameofthrones thelordismyshepherd godisgoodallthetime onceuponatime " +
    "imissyousomuch forgetmenot happybirthday merrychristmas supercalifragilisticexpialidocious thequickbrownfox " +
    "neverforgetyou livelaughlove abracadabra chocolate butterfly elizabeth temporarypass diespasswort hallohallo " +
    "ichliebedich schatzischatzi"
  ).split(" "),
);

/** Words that a password may contain but not consist of, including the company's own. */
const commonWords = (
  "boreal console cloud password passwort passwd secret geheim qwerty qwertz azerty asdf welcome willkommen admin root user login letmein " +
  "changeme default master monkey dragon football baseball soccer iloveyou sunshine princess superman batman shadow michael jennifer " +
  "jordan hunter harley ranger killer pepper charlie summer winter spring autumn sommer herbst fruehling january february march april " +
  "june july august september october november december monday tuesday wednesday thursday friday saturday sunday test demo guest hello " +
  "hallo server company office internet computer google facebook microsoft apple samsung"
).split(" ");

const keyboardRows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
];

const minWordLength = 4;
const minOwnLetters = 4;
const minOwnCharacters = 4;
const minDistinctCharacters = 5;

const leetSubstitutions: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const undoLeet = (text: string) =>
  [...text].map((character) => leetSubstitutions[character] ?? character).join("");

/** For a first password, or when there is no current one to compare with. */
export function assertPasswordAcceptable(password: string, owner: PasswordOwner): void {
  if (isPasswordRejected(password, owner)) throw new ProblemError("registration_invalid_password");
}

/**
 * For an account that has a password: the new one must differ. It computes a hash, so call it before the
 * transaction.
 */
export async function assertNewPassword(
  passwords: PasswordHasher,
  password: string,
  owner: PasswordAccount,
): Promise<void> {
  assertPasswordAcceptable(password, owner);
  if (owner.passwordHash !== null && (await passwords.verify(owner.passwordHash, password)))
    throw new ProblemError("registration_invalid_password");
}

/**
 * Also used on a current password at sign-in, because the breach list, the user's name and the staff role
 * change over time.
 */
export function isPasswordRejected(password: string, owner: PasswordOwner): boolean {
  if (!isPasswordLengthValid(password)) return true;
  const form = normalizePassword(password);
  if (owner.isStaff && [...form].length < staffMinLength) return true;
  const text = form.toLowerCase();
  const spellings = spellingVariants(text);
  return (
    spellings.some((spelling) => isBreached(spelling) || commonPassphrases.has(spelling)) ||
    new Set(text).size < minDistinctCharacters ||
    /^(.{1,8}?)\1+$/u.test(text) ||
    stripKeyboardRuns(text).length < minOwnCharacters ||
    isComposedOf(spellings, [...commonWords, ...personalWords(owner)]) ||
    text === owner.email.toLowerCase()
  );
}

/**
 * Returns the text without common disguises: separators, leading or trailing digits and symbols, digits in
 * place of letters.
 */
function spellingVariants(text: string): string[] {
  const written = [text, text.replace(/[\s._-]/g, "")];
  const bare = [...written, ...written.map(trimNonLetters)];
  return [...new Set([...bare, ...bare.map(undoLeet)])];
}

const trimNonLetters = (text: string) => /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? "";

/** The words of the owner's name and email address. */
function personalWords({ email, firstName, lastName }: PasswordOwner): string[] {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const names = [firstName, lastName, `${firstName}${lastName}`].map((part) =>
    normalizePassword(part).toLowerCase(),
  );
  return [
    local,
    domain,
    ...local.split(/\P{L}+/u),
    ...domain.split("."),
    ...names,
    ...names.flatMap((part) => part.split(/\P{L}+/u)),
  ].filter((word) => word.length >= minWordLength);
}

/** Returns whether, in some spelling, too few letters remain when the words are removed. */
function isComposedOf(spellings: readonly string[], words: readonly string[]): boolean {
  const longestFirst = [...new Set(words.flatMap((word) => [word, undoLeet(word)]))].sort(
    (one, other) => other.length - one.length,
  );
  return spellings.some((spelling) => {
    const remainder = longestFirst.reduce((rest, word) => rest.replaceAll(word, " "), spelling);
    return remainder !== spelling && remainder.replace(/[^\p{L}]/gu, "").length < minOwnLetters;
  });
}

/** Returns the text without runs along the alphabet, the digits or a keyboard row, in either direction. */
function stripKeyboardRuns(text: string): string {
  const characters = [...text];
  let remaining = "";
  for (let at = 0; at < characters.length; ) {
    const length = Math.max(
      ...keyboardRows.flatMap((row) => [
        runLength(characters, at, row, 1),
        runLength(characters, at, row, -1),
      ]),
    );
    if (length < minWordLength) remaining += characters[at] ?? "";
    at += length < minWordLength ? 1 : length;
  }
  return remaining;
}

function runLength(characters: readonly string[], from: number, row: string, step: 1 | -1): number {
  let length = 1;
  for (let index = row.indexOf(characters[from] ?? "?"); index >= 0; length += 1) {
    index += step;
    if (index < 0 || index >= row.length || row[index] !== characters[from + length]) break;
  }
  return length;
}
