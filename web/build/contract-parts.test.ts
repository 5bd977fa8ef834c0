/** The contracts of the built console, compared with the contracts themselves. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { resources } from "#contracts/resources.ts";
import { contractParts } from "./contract-parts.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const contracts = fileURLToPath(new URL("../../contracts/src", import.meta.url));

/** The zod of the contracts stays outside of the bundle, so that both sides build schemas of the same classes. */
async function buildContracts(folder: string): Promise<unknown> {
  await writeFile(
    join(folder, "entry.js"),
    `export { api } from "${contracts}/api.ts"; export { resources } from "${contracts}/resources.ts";`,
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [contractParts()],
    build: {
      outDir: "out",
      minify: false,
      modulePreload: false,
      lib: { entry: "entry.js", formats: ["es"], fileName: "entry" },
      rolldownOptions: { external: ["zod"] },
    },
  });
  return import(join(folder, "out/entry.js"));
}

const Deferred = z.object({ load: z.custom<() => Promise<z.ZodType>>() });
const BuiltEndpoint = z.looseObject({
  id: z.string(),
  body: Deferred.optional(),
  query: Deferred.optional(),
});
const Built = z.object({
  api: z.record(z.string(), z.record(z.string(), BuiltEndpoint)),
  resources: z.array(z.looseObject({ name: z.string() })),
});

let folder = "";
let built: z.infer<typeof Built>;
beforeAll(async () => {
  folder = await mkdtemp(join(here, "contracts-"));
  built = Built.parse(await buildContracts(folder));
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

const declared = Object.values(api).flatMap((group): Endpoint[] => Object.values(group));
const builtEndpoints = () => Object.values(built.api).flatMap((group) => Object.values(group));

test("an endpoint of the console has the properties that its request and its buttons need", () => {
  const expected = declared.map(
    ({
      body: _body,
      query: _query,
      summary: _summary,
      response: _response,
      status: _status,
      stream: _stream,
      preload: _preload,
      skipAudit: _skipAudit,
      audited: _audited,
      bodyLimitBytes: _bodyLimitBytes,
      alwaysAvailable: _alwaysAvailable,
      hasPageAtSamePath: _hasPageAtSamePath,
      probe: _probe,
      ...rest
    }) => rest,
  );
  const actual = builtEndpoints().map(({ body: _body, query: _query, ...rest }) => rest);
  expect(actual).toEqual(expected);
});

test("every body and query loads the schema of the contract", async () => {
  const describeSchema = (schema: z.ZodType | undefined) =>
    schema && z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  for (const [position, endpoint] of builtEndpoints().entries()) {
    const { id, body, query } = declared[position] ?? {};
    expect([endpoint.id, describeSchema(await endpoint.body?.load())]).toEqual([
      id,
      describeSchema(body),
    ]);
    expect([endpoint.id, describeSchema(await endpoint.query?.load())]).toEqual([
      id,
      describeSchema(query),
    ]);
  }
});

test("a resource is complete except for the schema of its search results", () => {
  const expected = resources.map((resource) =>
    "search" in resource
      ? { ...resource, search: { permission: resource.search.permission } }
      : resource,
  );
  expect(built.resources).toEqual(expected);
});
