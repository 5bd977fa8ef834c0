/** Which passwords are refused: of the wrong length, stolen, common, guessed from who it belongs to, or the one there is. */
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

/** An owner who has one, or may have one by now. */
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

/** What staff can reach is worth more guesses. */
const staffMinLength = 15;

/** Sentences everybody knows, which the list of stolen passwords lacks and no rule below builds. */
const commonPassphrases = new Set(
  (
    "correcthorsebatterystaple correcthorse ilovejesuschrist jesusismylord mypasswordis changemeplease whateverwhatever " +
    "nothingtolose barcelona lordoftherings gameofthrones thelordismyshepherd godisgoodallthetime onceuponatime " +
    "imissyousomuch forgetmenot happybirthday merrychristmas supercalifragilisticexpialidocious thequickbrownfox " +
    "neverforgetyou livelaughlove abracadabra chocolate butterfly elizabeth temporarypass diespasswort hallohallo " +
    "ichliebedich schatzischatzi"
  ).split(" "),
);

/** Words a password may contain, but not be made of. The company's own are among them. */
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

/** For whoever sets a first password, or has none to compare with. */
export function assertPasswordAcceptable(password: string, owner: PasswordOwner): void {
  if (isPasswordRejected(password, owner)) throw new ProblemError("registration_invalid_password");
}

/** For whoever has one: the new one may not be the current one. Hashes, so it belongs before the transaction. */
export async function assertNewPassword(
  passwords: PasswordHasher,
  password: string,
  owner: PasswordAccount,
): Promise<void> {
  assertPasswordAcceptable(password, owner);
  if (owner.passwordHash !== null && (await passwords.verify(owner.passwordHash, password)))
    throw new ProblemError("registration_invalid_password");
}

/** Of a password in use it tells whether it would still be taken: the list, the name and who is staff change. */
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

/** Undoes what makes a known password look like another: blanks in it, a year behind it, digits for letters. */
function spellingVariants(text: string): string[] {
  const written = [text, text.replace(/[\s._-]/g, "")];
  const bare = [...written, ...written.map(trimNonLetters)];
  return [...new Set([...bare, ...bare.map(undoLeet)])];
}

const trimNonLetters = (text: string) => /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? "";

/** The parts of one's own name and address. */
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

/** Whether in some spelling too few letters are left where the words are taken out. */
function isComposedOf(spellings: readonly string[], words: readonly string[]): boolean {
  const longestFirst = [...new Set(words.flatMap((word) => [word, undoLeet(word)]))].sort(
    (one, other) => other.length - one.length,
  );
  return spellings.some((spelling) => {
    const left = longestFirst.reduce((rest, word) => rest.replaceAll(word, " "), spelling);
    return left !== spelling && left.replace(/[^\p{L}]/gu, "").length < minOwnLetters;
  });
}

/** The text without runs along the alphabet, the digits or a row of keys, in either direction. */
function stripKeyboardRuns(text: string): string {
  const characters = [...text];
  let stored = "";
  for (let at = 0; at < characters.length; ) {
    const length = Math.max(
      ...keyboardRows.flatMap((row) => [
        runLength(characters, at, row, 1),
        runLength(characters, at, row, -1),
      ]),
    );
    if (length < minWordLength) stored += characters[at] ?? "";
    at += length < minWordLength ? 1 : length;
  }
  return stored;
}

function runLength(characters: readonly string[], from: number, row: string, step: 1 | -1): number {
  let length = 1;
  for (let place = row.indexOf(characters[from] ?? "?"); place >= 0; length += 1) {
    place += step;
    if (place < 0 || place >= row.length || row[place] !== characters[from + length]) break;
  }
  return length;
}
