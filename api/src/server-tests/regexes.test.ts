/** No regular expression of the product takes longer than its text is long: each is judged, none is timed. */
import { globSync, readFileSync } from "node:fs";
import { checkSync } from "recheck";
import ts from "typescript";
import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";

const root = new URL("../../../", import.meta.url).pathname;
const files = globSync("{contracts,api,web}/src/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing\//.test(file),
);

function regexesOf(file: string): string[] {
  const text = readFileSync(root + file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const Schema = z.looseObject({ pattern: z.string().optional() });

/** Patterns anywhere in a JSON schema: those of zod itself too, for ids, times and addresses. */
function patternsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { pattern } = Schema.safeParse(schema).data ?? {};
  return [
    ...(pattern === undefined ? [] : [pattern]),
    ...Object.values(schema).flatMap(patternsIn),
  ];
}
const shapesOfRequests = allEndpoints.flatMap(({ body, query }) =>
  [body ?? [], query ?? []].flat(),
);
const patternsOfRequests = shapesOfRequests
  .flatMap((shape) => patternsIn(z.toJSONSchema(shape, { io: "input", unrepresentable: "any" })))
  .map((pattern) => new RegExp(pattern, "u").toString());
/** What `IpRange` tries one after the other, which no JSON schema shows. */
const patternsOfAddresses = [
  z.regexes.ipv4,
  z.regexes.ipv6,
  z.regexes.cidrv4,
  z.regexes.cidrv6,
].map(String);

const regexes = [
  ...new Set([...files.flatMap(regexesOf), ...patternsOfRequests, ...patternsOfAddresses]),
];
/** Work the judge may do for one expression before it gives up, however fast the machine is. */
const limit = { timeout: null, maxAttackStringSize: 20_000 } as const;

test("there are expressions to judge", () => {
  expect(regexes.length).toBeGreaterThan(40);
  expect(patternsOfRequests.length).toBeGreaterThan(10);
});

test.each(regexes)("%s needs no more than its text's length", (literal) => {
  const end = literal.lastIndexOf("/");
  const judged = checkSync(literal.slice(1, end), literal.slice(end + 1), limit);
  const growth = judged.status === "safe" ? judged.complexity.type : "unknown";
  expect([judged.status, growth]).toEqual(["safe", expect.stringMatching(/^(?:safe|linear)$/)]);
});
