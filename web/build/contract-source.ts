/** Reads a contract file: its declarations, what each of them uses, and its endpoints without their schemas. */
import { readFile } from "node:fs/promises";
import { transformWithOxc } from "vite";
import { z } from "zod";

const Span = z.looseObject({ type: z.string(), start: z.int(), end: z.int() });
type Span = z.infer<typeof Span>;
const Name = z.looseObject({ name: z.string() });

const ImportSpecifier = z.looseObject({ local: Name, imported: Name.optional() });
export const ImportStatement = Span.extend({
  type: z.literal("ImportDeclaration"),
  specifiers: z.array(ImportSpecifier),
  source: z.looseObject({ value: z.string() }),
});

const FunctionStatement = Span.extend({
  type: z.enum(["FunctionDeclaration", "ClassDeclaration"]),
  id: Name,
});
const VariableStatement = Span.extend({
  type: z.literal("VariableDeclaration"),
  kind: z.string(),
  declarations: z.array(Span.extend({ id: Span, init: Span.nullable() })),
});
const ExportStatement = Span.extend({
  type: z.literal("ExportNamedDeclaration"),
  declaration: Span,
});

const Property = Span.extend({ key: Name, value: Span });
const ObjectNode = Span.extend({
  type: z.literal("ObjectExpression"),
  properties: z.array(Span),
});
const CallNode = Span.extend({
  type: z.literal("CallExpression"),
  callee: Name,
  arguments: z.array(Span),
});

/** Properties that only the server and the API document read. */
const serverProperties = new Set([
  "summary",
  "response",
  "status",
  "stream",
  "preload",
  "skipAudit",
  "audited",
  "bodyLimitBytes",
  "alwaysAvailable",
  "hasPageAtSamePath",
  "probe",
]);
const schemaProperties = new Set(["body", "query"]);

/** Code, and the names in it that may be declared elsewhere in the file. */
interface Code {
  readonly code: string;
  readonly uses: ReadonlySet<string>;
}

interface Declaration extends Code {
  readonly isExported: boolean;
}

export interface EndpointGroup {
  readonly isExported: boolean;
  /** Each endpoint by its key, without schemas and server properties. */
  readonly endpoints: ReadonlyMap<string, Code>;
  /** `login_body` → the schema. */
  readonly schemas: ReadonlyMap<string, Code>;
}

export interface ContractSource {
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly groups: ReadonlyMap<string, EndpointGroup>;
}

export type Parse = (code: string) => { readonly body: readonly unknown[] };

const field = (node: object, name: string): unknown => Reflect.get(node, name);

/** Child nodes, without the names of properties. */
function* childNodes(node: object): Generator<unknown> {
  const hasName = field(node, "computed") === false && field(node, "shorthand") !== true;
  for (const [key, part] of Object.entries(node))
    if (!hasName || (key !== "key" && key !== "property")) yield part;
}

/** All identifiers of a syntax tree that are not names of properties. */
export function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const part of node) namesIn(part, names);
  else if (typeof node === "object" && node !== null) {
    const name = field(node, "name");
    if (field(node, "type") === "Identifier" && typeof name === "string") names.add(name);
    for (const part of childNodes(node)) namesIn(part, names);
  }
  return names;
}

const Member = Span.extend({
  type: z.literal("MemberExpression"),
  computed: z.literal(false),
  object: z.looseObject({ type: z.literal("Identifier"), name: z.string() }),
  property: Name,
});

export interface MemberUse {
  readonly start: number;
  readonly end: number;
  readonly property: string;
}

/**
 * Where a syntax tree uses `name.property` with one of these properties; null if it uses the name in any other way,
 * such as a parameter of the same name.
 */
export function memberUses(
  node: unknown,
  name: string,
  properties: ReadonlyMap<string, unknown>,
  found: MemberUse[] = [],
): MemberUse[] | null {
  if (Array.isArray(node))
    return node.every((part) => memberUses(part, name, properties, found) !== null) ? found : null;
  if (typeof node !== "object" || node === null) return found;
  const type = field(node, "type");
  const member = type === "MemberExpression" ? Member.safeParse(node).data : undefined;
  if (member?.object.name === name && properties.has(member.property.name)) {
    found.push({ start: member.start, end: member.end, property: member.property.name });
    return found;
  }
  if (type === "ImportDeclaration") return found;
  if (type === "Identifier" && field(node, "name") === name) return null;
  for (const part of childNodes(node))
    if (memberUses(part, name, properties, found) === null) return null;
  return found;
}

interface DefinitionCall {
  readonly first: Span;
  readonly properties: readonly Span[];
}

/** The call `define(first, { … })` of this function; null for any other expression. */
function definitionCall(init: unknown, define: string): DefinitionCall | null {
  const call = CallNode.safeParse(init);
  if (!call.success || call.data.callee.name !== define) return null;
  const [first, second] = call.data.arguments;
  const object = ObjectNode.safeParse(second);
  if (first === undefined || !object.success)
    throw new Error(`The second argument of ${define} has to be an object literal`);
  return { first, properties: object.data.properties };
}

const propertyName = (property: Span): string => Property.safeParse(property).data?.key.name ?? "";

/** A resource without the schema of its search results, which only the server uses. */
function resourceCode(text: (span: Span) => string, { first, properties }: DefinitionCall): Code {
  const uses = namesIn(first).add("defineResource");
  const written = properties.map((property) => {
    if (propertyName(property) !== "search") {
      namesIn(property, uses);
      return text(property);
    }
    const search = ObjectNode.parse(Property.parse(property).value);
    const kept = search.properties.filter((part) => propertyName(part) !== "result");
    namesIn(kept, uses);
    return `search: { ${kept.map(text).join(", ")} }`;
  });
  return { code: `defineResource(${text(first)}, { ${written.join(", ")} })`, uses };
}

/** Writes each endpoint without server properties; `load` writes what loads a schema. */
function endpointGroup(
  text: (span: Span) => string,
  { first: resource, properties }: DefinitionCall,
  load: (schema: string) => string,
): Omit<EndpointGroup, "isExported"> {
  const schemas = new Map<string, Code>();
  const endpoints = new Map<string, Code>();
  for (const endpoint of properties) {
    // `defineEndpoints` would compare the response, which is left out.
    const uses = namesIn(resource).add("withIds");
    const { key, value } = Property.parse(endpoint);
    const { callee, arguments: args } = CallNode.parse(value);
    const [path, declared] = args;
    if (path === undefined) throw new Error(`${key.name} has no path`);
    const kept: string[] = [];
    for (const property of ObjectNode.parse(declared).properties) {
      const named = Property.safeParse(property);
      const name = propertyName(property);
      if (named.success && schemaProperties.has(name)) {
        const schema = `${key.name}_${name}`;
        schemas.set(schema, { code: text(named.data.value), uses: namesIn(named.data.value) });
        kept.push(`${name}: ${load(schema)}`);
      } else if (!serverProperties.has(name)) {
        kept.push(text(property));
        namesIn(property, uses);
      }
      if (name === "response" && Name.safeParse(named.data?.value).data?.name === "noContent")
        kept.push("hasNoContent: true");
    }
    namesIn(path, uses).add(callee.name);
    const written = `${callee.name}(${text(path)}, { ${kept.join(", ")} })`;
    const code = `withIds(${text(resource)}, { ${key.name}: ${written} }).${key.name}`;
    endpoints.set(key.name, { code, uses });
  }
  return { endpoints, schemas };
}

/** `load(schema)` is the code of an object that loads this schema of the file, such as `auth_login_body`. */
export async function readContract(
  file: string,
  parse: Parse,
  load: (schema: string) => string,
): Promise<ContractSource> {
  const source = await readFile(file, "utf8");
  const { code: script } = await transformWithOxc(source, file, { sourcemap: false });
  const text = ({ start, end }: Span) => script.slice(start, end);
  const imports = new Map<string, { from: string; name: string }>();
  const declarations = new Map<string, Declaration>();
  const groups = new Map<string, EndpointGroup>();
  for (const statement of parse(script).body) {
    const imported = ImportStatement.safeParse(statement);
    if (imported.success) {
      const from = imported.data.source.value;
      for (const { local, imported: original } of imported.data.specifiers)
        imports.set(local.name, { from, name: original?.name ?? "default" });
      continue;
    }
    const exported = ExportStatement.safeParse(statement);
    const isExported = exported.success;
    const declaration: unknown = isExported ? exported.data.declaration : statement;
    const named = FunctionStatement.safeParse(declaration);
    if (named.success) {
      const { id } = named.data;
      declarations.set(id.name, {
        code: text(named.data),
        uses: namesIn(declaration),
        isExported,
      });
      continue;
    }
    const variables = VariableStatement.safeParse(declaration);
    if (!variables.success)
      throw new Error(
        `${file} has a statement that is no declaration: ${text(Span.parse(statement))}`,
      );
    for (const variable of variables.data.declarations) {
      const endpoints = definitionCall(variable.init, "defineEndpoints");
      const resource = definitionCall(variable.init, "defineResource");
      const value: Code | null =
        resource !== null
          ? resourceCode(text, resource)
          : variable.init && { code: text(variable.init), uses: namesIn(variable.init) };
      const code = `${variables.data.kind} ${text(variable.id)} = ${value?.code ?? "undefined"};`;
      // A pattern declares several names.
      for (const name of namesIn(variable.id)) {
        if (endpoints === null)
          declarations.set(name, { code, uses: value?.uses ?? new Set(), isExported });
        else
          groups.set(name, {
            isExported,
            ...endpointGroup(text, endpoints, (schema) => load(`${name}_${schema}`)),
          });
      }
    }
  }
  const defineImport = imports.get("defineEndpoints");
  if (defineImport !== undefined) imports.set("withIds", { ...defineImport, name: "withIds" });
  return { imports, declarations, groups };
}
