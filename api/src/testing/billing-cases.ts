/** Public failures of other billing systems, each with a test of its own whose title has its number. */
import { readdirSync, readFileSync } from "node:fs";

const repository = new URL("../../../", import.meta.url);
const folders = [
  "api/src",
  "contracts/src",
  "emulators",
  "e2e/specs",
  "clients/typescript",
  "tools",
  "web/build",
  "web/src",
];

export const billingCases: readonly string[] = [
  ...[1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32, 34, 35, 37],
  ...[38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68, 70, 71],
  ...[73, 74],
]
  .map((number) => `BC-${String(number).padStart(2, "0")}`)
  .concat(["N39", "N41", "N43", "N44", "N46"]);

export interface TestSource {
  readonly path: string;
  readonly text: string;
}

/** The text of every test file that may have a case in a title. */
export function readTestSources(): TestSource[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, repository), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:test|e2e)\.ts$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .map((path) => ({ path, text: readFileSync(path, "utf8") })),
  );
}

/** Numbers of cases in the titles of tests. */
export const casesInTitles = (sources: readonly TestSource[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/\btest(?:\.\w+)*\(\s*(?:\S.*?\]\)?\()?["'`]([^"'`\n]+)/g)].flatMap(
        ([, title = ""]) => title.match(/\b(?:BC-\d{2}|N\d{2})\b/g) ?? [],
      ),
    ),
  );

/** Ids of the examples whose expectation a test reads. */
export const comparedExamples = (sources: readonly TestSource[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ text }) =>
      [...text.matchAll(/\bexpectedOf\("(W\d{2})"\)/g)].map(([, id = ""]) => id),
    ),
  );
