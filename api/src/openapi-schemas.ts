/**
 * JSON Schema of what the endpoints take and return, with a named component for each object, enum and
 * union that a file of `contracts/src` exports. A component has the name of its export: renaming the
 * export of a schema renames it for every client too.
 */
import { readdirSync } from "node:fs";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import { type Endpoint, Problem } from "#contracts/endpoint.ts";
import { FieldProblems } from "#contracts/field-problem.ts";

export type Json = Record<string, unknown>;

const contractNames = readdirSync(new URL("../../contracts/src/", import.meta.url)).flatMap(
  (file) => /^(?<name>[\w-]+)\.ts$/.exec(file)?.groups?.["name"] ?? [],
);
const contractModules: readonly object[] = await Promise.all(
  contractNames.map((name) => import(`../../contracts/src/${name}.ts`)),
);

/** A single value such as an ID or a timestamp stays where it is used, with its format. */
const isNamed = (name: string, value: unknown): value is z.ZodType =>
  /^[A-Z]/.test(name) &&
  (value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodUnion);

function namedSchemas(): ReadonlyMap<string, z.ZodType> {
  const named = new Map<string, z.ZodType>();
  for (const [name, value] of contractModules.flatMap((module) => Object.entries(module))) {
    if (!isNamed(name, value)) continue;
    const other = named.get(name);
    if (other !== undefined && other !== value)
      throw new Error(`Two contract schemas are exported as ${name}`);
    named.set(name, value);
  }
  return named;
}

const componentPath = "#/components/schemas/";
/** Lowercase, so it is no name of a component. */
const rootId = "endpoints";

const Properties = z.record(z.string(), z.record(z.string(), z.unknown()));
const propertiesOf = (schema: Json | undefined) => Properties.parse(schema?.["properties"]);

/** An object of what `select` takes from each endpoint, by the endpoint's ID. */
const schemasById = (select: (endpoint: Endpoint) => z.ZodType | undefined) =>
  z.object(
    Object.fromEntries(
      allEndpoints.flatMap((endpoint): [string, z.ZodType][] => {
        const schema = select(endpoint);
        return schema === undefined ? [] : [[endpoint.id, schema]];
      }),
    ),
  );

/** The schemas of one direction, and every component they may refer to by its name. */
function convert(
  roots: Readonly<Record<string, z.ZodType>>,
  named: ReadonlyMap<string, z.ZodType>,
  io: "input" | "output",
) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  registry.add(z.object(roots), { id: rootId });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: "any",
    uri: (id) => componentPath + id,
  });
  const available = new Map(
    Object.entries(Properties.parse(schemas)).map(
      ([name, { $schema: _schema, $id: _id, ...json }]) => [name, json],
    ),
  );
  return { roots: propertiesOf(available.get(rootId)), available };
}

/** Names of the components that a schema refers to itself; theirs are not followed. */
function referencedNames(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const nested = Object.values(schema).flatMap(referencedNames);
  if (!("$ref" in schema) || typeof schema.$ref !== "string") return nested;
  return [schema.$ref.slice(componentPath.length), ...nested];
}

/** Adds the components that `schema` needs, and those that they need. */
function addComponents(
  target: Map<string, Json>,
  schema: Json,
  components: ReadonlyMap<string, Json>,
): void {
  for (const name of referencedNames(schema)) {
    const component = components.get(name);
    if (component === undefined) throw new Error(`No contract schema is named ${name}`);
    const present = target.get(name);
    if (present === undefined) {
      target.set(name, component);
      addComponents(target, component, components);
    } else if (JSON.stringify(present) !== JSON.stringify(component))
      throw new Error(`${name} differs between requests and responses: export a schema for each`);
  }
}

export interface ApiSchemas {
  /** By the ID of the endpoint. */
  readonly bodies: Readonly<Record<string, Json>>;
  /** By the ID of the endpoint: objects with a property for each query parameter. */
  readonly queries: Readonly<Record<string, Json>>;
  /** By the ID of the endpoint; none where it returns a file. */
  readonly responses: Readonly<Record<string, Json>>;
  readonly problem: Json;
  readonly fieldProblems: Json;
  /** What they refer to, sorted by name. */
  readonly components: Readonly<Record<string, Json>>;
}

export function apiSchemas(): ApiSchemas {
  const named = namedSchemas();
  const requests = convert(
    {
      bodies: schemasById(({ body }) => body),
      queries: schemasById(({ query }) => query),
    },
    named,
    "input",
  );
  const returned = convert(
    {
      // Of a file the response is its bytes, not the object its handler returns.
      responses: schemasById(({ responseFileType, response }) =>
        responseFileType === undefined ? response : undefined,
      ),
      problems: z.object({ Problem, FieldProblems }),
    },
    named,
    "output",
  );
  const components = new Map<string, Json>();
  for (const { roots, available } of [returned, requests])
    addComponents(components, roots, available);
  const { Problem: problem = {}, FieldProblems: fieldProblems = {} } = propertiesOf(
    returned.roots["problems"],
  );
  return {
    bodies: propertiesOf(requests.roots["bodies"]),
    queries: propertiesOf(requests.roots["queries"]),
    responses: propertiesOf(returned.roots["responses"]),
    problem,
    fieldProblems,
    components: Object.fromEntries(
      [...components].sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  };
}
