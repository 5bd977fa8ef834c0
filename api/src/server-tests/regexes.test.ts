/** No regular expression of the product has super-linear complexity; each is analyzed statically, not timed. */
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

/** Patterns anywhere in a JSON schema, including zod's own for ids, times and addresses. */
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
/** The alternatives of `IpRange`, which the JSON schema does not contain. */
const patternsOfAddresses = [
  z.regexes.ipv4,
  z.regexes.ipv6,
  z.regexes.cidrv4,
  z.regexes.cidrv6,
].map(String);

const regexes = [
  ...new Set([...files.flatMap(regexesOf), ...patternsOfRequests, ...patternsOfAddresses]),
];
/** Limit of the analysis per expression, independent of the host's speed. */
const limit = { timeout: null, maxAttackStringSize: 20_000 } as const;

test("there are expressions to analyze", () => {
  expect(regexes.length).toBeGreaterThan(40);
  expect(patternsOfRequests.length).toBeGreaterThan(10);
});

test.each(regexes)("%s is linear in the length of the text", (literal) => {
  const end = literal.lastIndexOf("/");
  const judged = checkSync(literal.slice(1, end), literal.slice(end + 1), limit);
  const growth = judged.status === "safe" ? judged.complexity.type : "unknown";
  expect([judged.status, growth]).toEqual(["safe", expect.stringMatching(/^(?:safe|linear)$/)]);
});
