/** Writes the operations and types of the client in `clients/typescript` as one file of TypeScript. */
import { tokenScopes } from "#contracts/tokens.ts";
import { listComponents, listOperations, type OperationDescription } from "./operations.ts";
import { asSchema, renderMembers, type Schema, renderType } from "./schema-type.ts";

const head = `/** Generated from the API document by tools/commands/generate-typescript-client.ts. Do not edit. */
import type { OperationInput, CallOptions, Operation, Page } from "../operation.ts";
`;

export function generateClient(document: unknown): string {
  const operations = listOperations(document);
  const types = new NamedTypes(listComponents(document));
  const resources = Map.groupBy(operations, ({ id }) => resourceName(id));
  const inputs = operations.map((operation) => inputType(operation, types));
  const groups = [...resources].map(([name, group]) => renderResource(name, group, types));
  const body = `/** Every endpoint that an access token may call, by resource and action. */
export abstract class Calls {
  protected abstract send<T>(call: Operation, input: OperationInput, options?: CallOptions): Promise<T>;
  protected abstract sendFile(call: Operation, input: OperationInput, options?: CallOptions): Promise<Uint8Array>;

${groups.join("\n\n")}
}
`;
  return [head, ...types.declarations(), ...inputs, body].join("\n");
}

const resourceName = (id: string) => id.split(".")[0] ?? id;
const methodName = (id: string) => id.split(".")[1] ?? id;
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const inputName = (id: string) => `${capital(resourceName(id))}${capital(methodName(id))}Input`;

/** The components of the document as named types; only those that an operation refers to are written. */
class NamedTypes {
  readonly #components: ReadonlyMap<string, Schema>;
  readonly #declared = new Map<string, string>();

  constructor(components: ReadonlyMap<string, Schema>) {
    this.#components = components;
  }

  readonly refer = (name: string): void => {
    if (this.#declared.has(name)) return;
    const schema = this.#components.get(name);
    if (schema === undefined) throw new Error(`The document has no component ${name}`);
    // Before its members are written: a component may refer to itself.
    this.#declared.set(name, "");
    this.#declared.set(name, this.#declaration(name, schema));
  };

  #declaration(name: string, schema: Schema): string {
    return schema["type"] === "object"
      ? `export interface ${name} {\n${lines(renderMembers(schema, this.refer))}}\n`
      : `export type ${name} = ${renderType(schema, this.refer)};\n`;
  }

  response(schema: Schema | null): string {
    if (schema === null) return "void";
    const row = rowSchema(schema);
    return row === null ? renderType(schema, this.refer) : `Page<${renderType(row, this.refer)}>`;
  }

  declarations(): string[] {
    return [...this.#declared]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, text]) => text);
  }
}

/** The row of a list's envelope; null where the schema is no list. */
function rowSchema(schema: Schema): Schema | null {
  const { data, meta } = asSchema(schema["properties"] ?? {});
  const isPage = meta !== undefined && asSchema(meta)["$ref"] === "#/components/schemas/PageMeta";
  return isPage ? asSchema(asSchema(data)["items"]) : null;
}

const lines = (members: readonly string[]) => members.map((member) => `  ${member};\n`).join("");

const requiredFields = (schema: Schema) => JSON.stringify(schema["required"] ?? []) !== "[]";

function inputType(call: OperationDescription, types: NamedTypes): string {
  const { id, pathNames, query, body } = call;
  const members = [
    ...(pathNames.length === 0
      ? []
      : [`path: { ${pathNames.map((name) => `${name}: string`).join("; ")} }`]),
    ...(query === null
      ? []
      : [`query${requiredFields(query) ? "" : "?"}: ${renderType(query, types.refer)}`]),
    ...(body === null ? [] : [`body: ${renderType(body, types.refer)}`]),
  ];
  const name = inputName(id);
  return members.length === 0
    ? `export type ${name} = Record<never, never>;\n`
    : `export interface ${name} {\n${lines(members)}}\n`;
}

const isOptional = ({ pathNames, query, body }: OperationDescription) =>
  pathNames.length === 0 && body === null && (query === null || !requiredFields(query));

function renderResource(
  resource: string,
  calls: readonly OperationDescription[],
  types: NamedTypes,
): string {
  return `  readonly ${resource} = {\n${calls.map((call) => renderOperation(call, types)).join("\n")}\n  };`;
}

function renderOperation(call: OperationDescription, types: NamedTypes): string {
  const { id, about, method, path, scopes, acceptsIdempotencyKey } = call;
  const created = JSON.stringify({ id, method, path, acceptsIdempotencyKey });
  const given = `${inputName(id)}${isOptional(call) ? " = {}" : ""}`;
  return `    /** ${about}. ${scopeComment(scopes)} */
    ${methodName(id)}: (input: ${given}, options?: CallOptions) =>
      this.${call.isFile ? "sendFile" : `send<${types.response(call.response)}>`}(${created}, input, options),`;
}

function scopeComment(scopes: readonly string[]): string {
  if (scopes.length === 0) return "Needs no token.";
  if (scopes.length === tokenScopes.length) return "Any scope will do.";
  return `Scope: ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`;
}
