/** What contracts and server say of a field is said in the reader's language. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { transitionReasons } from "#contracts/instances.ts";

const root = join(import.meta.dirname, "../../../..");
/** Read as text: its sentences are made for catalogues when the console is built. */
const words = readFileSync(join(import.meta.dirname, "messages.ts"), "utf8");
const patterns = [...words.matchAll(/ = \/(\^.+)\/;/g)].map(
  ([, source = ""]) => new RegExp(source),
);
const codes = [...(/fieldCodeMessages[^{]*\{([^}]*)\}/.exec(words)?.[1] ?? "").matchAll(/^ {2}(\w+):/gm)];

interface Refusal {
  readonly code: string;
  readonly message: string;
}
const isKnown = ({ code, message }: Refusal) =>
  words.includes(`  "${message}": msg`) ||
  codes.some(([, known]) => known === code) ||
  patterns.some((pattern) => pattern.test(message));

/** Said to programs: no field of the console sends what they are about. */
const saidToPrograms = new Set([
  "Invalid cursor",
  "Must be 16 to 64 printable characters",
  "Choose a different project than the one being deleted",
  // Fields of their own, with their own words.
  "An account that is 7 can't be set to 7",
  "The passkey response from the device is invalid",
]);

/** `refuseField("field", "code", "Sentence")`, and the faults of a public key. */
const refusals =
  /(?:fieldError|keyError|rejectKey)\(\s*(?:[^"`(),]+,\s*|"[^"]*",\s*)?"([a-z_]+)",\s*(["`])([^"`]+)\2/g;

const said = globSync("{api,contracts}/src/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(refusals)])
  .map(([, code = "", , sentence = ""]) => ({
    code,
    message: sentence.replaceAll(/\$\{[^}]+\}/g, "7"),
  }))
  .filter(({ message }) => !saidToPrograms.has(message));

test("no refusal of a field is told in English to whoever reads another language", () => {
  expect(said.length).toBeGreaterThan(20);
  expect(said.filter((problem) => !isKnown(problem))).toEqual([]);
});

test.each(transitionReasons)(
  "an instance that is %s says so, and a disabled action says why",
  (reason) => {
    const causes = readFileSync(join(import.meta.dirname, "instance-labels.ts"), "utf8");
    expect(causes).toContain(`  ${reason}: msg`);
    expect(words).toContain(`  instance_is_${reason}: msg`);
  },
);
