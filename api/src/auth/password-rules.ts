/** Which passwords are refused: of the wrong length, common, or guessed from who it belongs to. */
import { passwordForm, passwordLengthFits } from "#contracts/text.ts";

export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Long ones that stand in every list of stolen passwords and are built by no rule below. */
const common = new Set(
  (
    "correcthorsebatterystaple iloveyouforever iloveyousomuch ilovemyfamily ilovejesuschrist jesusismylord jesuslovesme " +
    "thisismypassword thisisapassword mypasswordis letmeinplease opensesame1234 trustno1trustno1 changemeplease " +
    "whateverwhatever nothingtolose unbelievable1 liverpoolfc1 manchesterunited realmadrid123 chelseafootball " +
    "barcelona1899 harrypotter123 starwarsfan123 lordoftherings gameofthrones thelordismyshepherd godisgoodallthetime " +
    "onceuponatime imissyousomuch forgetmenot123 youaremysunshine happybirthday1 merrychristmas1 fuckyoubitch " +
    "motherfucker1 supercalifragilisticexpialidocious thequickbrownfox neverforgetyou livelaughlove hakunamatata1 " +
    "abracadabra12 basketball23 volleyball12 butterfly123 chocolate123 strawberry12 christopher1 elizabeth123 alexander123 " +
    "administrator administrator1 temporarypass correcthorse12 diespasswort123 hallohallo123 ichliebedich1 schatzischatzi"
  ).split(" "),
);

/** Words a password may contain, but not be made of. The company's own are among them. */
const stems = (
  "boreal console cloud password passwort passwd secret geheim qwerty qwertz azerty asdf welcome willkommen admin root user login letmein " +
  "changeme default master monkey dragon football baseball soccer iloveyou sunshine princess superman batman shadow michael jennifer " +
  "jordan hunter harley ranger killer pepper charlie summer winter spring autumn sommer herbst fruehling january february march april " +
  "june july august september october november december monday tuesday wednesday thursday friday saturday sunday test demo guest hello " +
  "hallo server company office internet computer google facebook microsoft apple samsung"
).split(" ");

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
];
const minWordLength = 4;
const minLettersOfOnesOwn = 4;
const minOwnCharacters = 4;
const minDistinct = 5;

const looksLike: Readonly<Record<string, string>> = {
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
const plain = (text: string) =>
  [...text].map((character) => looksLike[character] ?? character).join("");

export function isPasswordRefused(password: string, owner: PasswordOwner): boolean {
  if (!passwordLengthFits(password)) return true;
  const text = passwordForm(password).toLowerCase();
  const squeezed = text.replace(/[\s._-]/g, "");
  return (
    common.has(squeezed) ||
    new Set(text).size < minDistinct ||
    /^(.{1,8}?)\1+$/u.test(text) ||
    withoutRuns(text).length < minOwnCharacters ||
    isMadeOf(text, [...stems, ...wordsOf(owner)]) ||
    text === owner.email.toLowerCase()
  );
}

/** The parts of one's own name and address. */
function wordsOf({ email, firstName, lastName }: PasswordOwner): string[] {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const names = [firstName, lastName, `${firstName}${lastName}`].map((part) =>
    passwordForm(part).toLowerCase(),
  );
  return [
    local,
    domain,
    ...local.split(/[^a-z]+/),
    ...domain.split("."),
    ...names,
    ...names.flatMap((part) => part.split(/\s+/)),
  ].filter((word) => word.length >= minWordLength);
}

/** Whether too few letters are left where the words are taken out, also in the spelling of digits for letters. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const longestFirst = [...new Set(words.flatMap((word) => [word, plain(word)]))].sort(
    (one, other) => other.length - one.length,
  );
  return [text, plain(text)].some((spelling) => {
    const left = longestFirst.reduce((rest, word) => rest.replaceAll(word, " "), spelling);
    return left !== spelling && left.replace(/[^\p{L}]/gu, "").length < minLettersOfOnesOwn;
  });
}

/** The text without runs along the alphabet, the digits or a row of keys, in either direction. */
function withoutRuns(text: string): string {
  const characters = [...text];
  let kept = "";
  for (let at = 0; at < characters.length; ) {
    const length = Math.max(
      ...rows.flatMap((row) => [
        runLength(characters, at, row, 1),
        runLength(characters, at, row, -1),
      ]),
    );
    if (length < minWordLength) kept += characters[at] ?? "";
    at += length < minWordLength ? 1 : length;
  }
  return kept;
}

function runLength(characters: readonly string[], from: number, row: string, step: 1 | -1): number {
  let length = 1;
  for (let place = row.indexOf(characters[from] ?? "?"); place >= 0; length += 1) {
    place += step;
    if (place < 0 || place >= row.length || row[place] !== characters[from + length]) break;
  }
  return length;
}
