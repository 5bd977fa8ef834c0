/** Writes the calls and shapes of the client of `clients/typescript` as one file of TypeScript. */
import { tokenScopes } from "#contracts/tokens.ts";
import { type OperationDescription, listOperations } from "./operations.ts";
import { renderMembers, type Schema, renderType } from "./schema-type.ts";
import { schemaKey, namedSchemas, type NamedSchema } from "./named-schemas.ts";

const head = `/** Generated from the API's description by tools/commands/generate-typescript-client.ts: what is changed by hand is lost. */
import type { OperationInput, CallOptions, Operation, Page } from "../operation.ts";
`;

export function generateClient(document: unknown): string {
  const calls = listOperations(document);
  const shapes = new Shapes();
  const nouns = Map.groupBy(calls, ({ id }) => resourceName(id));
  const inputs = calls.map((call) => inputType(call, shapes));
  const groups = [...nouns].map(([noun, ofNoun]) => renderResource(noun, ofNoun, shapes));
  const body = `/** Every call an access token may make, by its noun and verb. */
export abstract class Calls {
  protected abstract send<T>(call: Operation, input: OperationInput, options?: CallOptions): Promise<T>;

${groups.join("\n\n")}
}
`;
  return [head, ...shapes.written(), ...inputs, body].join("\n");
}

const resourceName = (id: string) => id.split(".")[0] ?? id;
const methodName = (id: string) => id.split(".")[1] ?? id;
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const inputName = (id: string) => `${capital(resourceName(id))}${capital(methodName(id))}Input`;

/** Names shapes where they occur, and writes those that did. */
class Shapes {
  readonly #named = namedSchemas();
  readonly #used = new Map<string, string>();

  readonly nameOf = (schema: Schema): string | null => {
    const shape = this.#named.get(schemaKey(schema));
    if (shape !== undefined) {
      if (!this.#used.has(shape.name)) {
        // Before its members are named: a shape may hold itself.
        this.#used.set(shape.name, "");
        this.#used.set(shape.name, this.#text(shape));
      }
      return shape.name;
    }
    return null;
  };

  #text({ name, schema }: NamedSchema): string {
    if (schema["type"] !== "object")
      return `export type ${name} = ${renderType(schema, () => null)};\n`;
    return `export interface ${name} {\n${lines(renderMembers(schema, this.nameOf))}}\n`;
  }

  answer(schema: Schema | null): string {
    if (schema === null) return "void";
    const row = rowSchema(schema);
    return row === null ? renderType(schema, this.nameOf) : `Page<${renderType(row, this.nameOf)}>`;
  }

  written(): string[] {
    return [...this.#used].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  }
}

/** The row of a list's envelope; null where it is none. */
function rowSchema(schema: Schema): Schema | null {
  const found = JSON.stringify(schema["required"]) === '["data","meta"]';
  const { data } = Object(schema["properties"]);
  return found ? Object(data).items : null;
}

const lines = (members: readonly string[]) => members.map((member) => `  ${member};\n`).join("");

const requiredFields = (schema: Schema) => JSON.stringify(schema["required"] ?? []) !== "[]";

function inputType(call: OperationDescription, shapes: Shapes): string {
  const { id, pathNames, query, body } = call;
  const members = [
    ...(pathNames.length === 0
      ? []
      : [`path: { ${pathNames.map((name) => `${name}: string`).join("; ")} }`]),
    ...(query === null
      ? []
      : [`query${requiredFields(query) ? "" : "?"}: ${renderType(query, shapes.nameOf)}`]),
    ...(body === null ? [] : [`body: ${renderType(body, shapes.nameOf)}`]),
  ];
  const name = inputName(id);
  return members.length === 0
    ? `export type ${name} = Record<never, never>;\n`
    : `export interface ${name} {\n${lines(members)}}\n`;
}

const isOptional = ({ pathNames, query, body }: OperationDescription) =>
  pathNames.length === 0 && body === null && (query === null || !requiredFields(query));

function renderResource(
  noun: string,
  calls: readonly OperationDescription[],
  shapes: Shapes,
): string {
  return `  readonly ${noun} = {\n${calls.map((call) => renderOperation(call, shapes)).join("\n")}\n  };`;
}

function renderOperation(call: OperationDescription, shapes: Shapes): string {
  const { id, about, method, path, scopes, acceptsIdempotencyKey } = call;
  const created = JSON.stringify({ id, method, path, acceptsIdempotencyKey });
  const given = `${inputName(id)}${isOptional(call) ? " = {}" : ""}`;
  return `    /** ${about}. ${scopeComment(scopes)} */
    ${methodName(id)}: (input: ${given}, options?: CallOptions) =>
      this.send<${shapes.answer(call.answer)}>(${created}, input, options),`;
}

function scopeComment(scopes: readonly string[]): string {
  if (scopes.length === 0) return "Needs no token.";
  if (scopes.length === tokenScopes.length) return "Any scope will do.";
  return `Scope: ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`;
}
