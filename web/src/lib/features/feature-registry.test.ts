/** Everything that a contract declares has its label and its sentence in the console. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { Resource } from "#contracts/resource.ts";
import { resources } from "#contracts/resources.ts";

const features = fileURLToPath(new URL("../../features", import.meta.url));
const readAll = (pattern: string) =>
  globSync(pattern, { cwd: features })
    .map((file) => readFileSync(`${features}/${file}`, "utf8"))
    .join("\n");

test("a feature labels every resource once", () => {
  const declarations = readAll("*/resource-labels.ts");
  const labeled = [...declarations.matchAll(/labelResource<typeof (\w+)Resource>/g)].map(
    ([, name = ""]) => name,
  );
  expect(labeled.toSorted()).toEqual(resources.map(({ name }) => name).toSorted());
});

test("every recorded action has a sentence", () => {
  const sentences = readAll("*/activity.tsx");
  const declared: readonly Resource[] = resources;
  const isRecorded = ({ id, method, mutates, skipAudit }: Endpoint) =>
    (method !== "GET" || mutates === true) &&
    skipAudit !== true &&
    declared.some(({ name, hasActivity }) => hasActivity === true && id.startsWith(`${name}.`));
  const recorded = allEndpoints.filter(isRecorded).map(({ id }) => id);
  expect(recorded.filter((id) => !sentences.includes(`case "${id}"`))).toEqual([]);
});
