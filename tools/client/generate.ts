/** Writes the calls and shapes of the client of `clients/typescript` as one file of TypeScript. */
import { tokenScopes } from "#contracts/tokens.ts";
import { type Described, describedCalls } from "./operations.ts";
import { membersOf, type Schema, typeOf } from "./schema-type.ts";
import { fingerprintOf, namedShapes, type Shape } from "./shapes.ts";

const head = `/** Generated from the API's description by tools/typescript-client.ts: what is changed by hand is lost. */
import type { CallInput, CallOptions, MadeCall, Page } from "../call.ts";
`;

export function clientText(document: unknown): string {
  const calls = describedCalls(document);
  const shapes = new Shapes();
  const nouns = Map.groupBy(calls, ({ id }) => nounOf(id));
  const inputs = calls.map((call) => inputType(call, shapes));
  const groups = [...nouns].map(([noun, ofNoun]) => nounText(noun, ofNoun, shapes));
  const body = `/** Every call an access token may make, by its noun and verb. */
export abstract class Calls {
  protected abstract send<T>(call: MadeCall, input: CallInput, options?: CallOptions): Promise<T>;

${groups.join("\n\n")}
}
`;
  return [head, ...shapes.written(), ...inputs, body].join("\n");
}

const nounOf = (id: string) => id.split(".")[0] ?? id;
const verbOf = (id: string) => id.split(".")[1] ?? id;
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const inputName = (id: string) => `${capital(nounOf(id))}${capital(verbOf(id))}Input`;

/** Names shapes where they occur, and writes those that did. */
class Shapes {
  readonly #named = namedShapes();
  readonly #used = new Map<string, string>();

  readonly nameOf = (schema: Schema): string | null => {
    const shape = this.#named.get(fingerprintOf(schema));
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

  #text({ name, schema }: Shape): string {
    if (schema["type"] !== "object")
      return `export type ${name} = ${typeOf(schema, () => null)};\n`;
    return `export interface ${name} {\n${lines(membersOf(schema, this.nameOf))}}\n`;
  }

  answer(schema: Schema | null): string {
    if (schema === null) return "void";
    const row = rowOf(schema);
    return row === null ? typeOf(schema, this.nameOf) : `Page<${typeOf(row, this.nameOf)}>`;
  }

  written(): string[] {
    return [...this.#used].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
  }
}

/** The row of a list's envelope; null where it is none. */
function rowOf(schema: Schema): Schema | null {
  const found = JSON.stringify(schema["required"]) === '["data","meta"]';
  const { data } = Object(schema["properties"]);
  return found ? Object(data).items : null;
}

const lines = (members: readonly string[]) => members.map((member) => `  ${member};\n`).join("");

const mustGive = (schema: Schema) => JSON.stringify(schema["required"] ?? []) !== "[]";

function inputType(call: Described, shapes: Shapes): string {
  const { id, pathNames, query, body } = call;
  const members = [
    ...(pathNames.length === 0
      ? []
      : [`path: { ${pathNames.map((name) => `${name}: string`).join("; ")} }`]),
    ...(query === null
      ? []
      : [`query${mustGive(query) ? "" : "?"}: ${typeOf(query, shapes.nameOf)}`]),
    ...(body === null ? [] : [`body: ${typeOf(body, shapes.nameOf)}`]),
  ];
  const name = inputName(id);
  return members.length === 0
    ? `export type ${name} = Record<never, never>;\n`
    : `export interface ${name} {\n${lines(members)}}\n`;
}

const isOptional = ({ pathNames, query, body }: Described) =>
  pathNames.length === 0 && body === null && (query === null || !mustGive(query));

function nounText(noun: string, calls: readonly Described[], shapes: Shapes): string {
  return `  readonly ${noun} = {\n${calls.map((call) => callText(call, shapes)).join("\n")}\n  };`;
}

function callText(call: Described, shapes: Shapes): string {
  const { id, about, method, path, scopes, takesKey } = call;
  const made = JSON.stringify({ id, method, path, takesKey });
  const given = `${inputName(id)}${isOptional(call) ? " = {}" : ""}`;
  return `    /** ${about}. ${needed(scopes)} */
    ${verbOf(id)}: (input: ${given}, options?: CallOptions) =>
      this.send<${shapes.answer(call.answer)}>(${made}, input, options),`;
}

function needed(scopes: readonly string[]): string {
  if (scopes.length === 0) return "Needs no token.";
  if (scopes.length === tokenScopes.length) return "Any scope will do.";
  return `Scope: ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`;
}
