/** JSON Schema, as zod writes it, as TypeScript. A keyword that is not supported stops the generator: a type that is almost right is worse than none. */

export type Schema = Readonly<Record<string, unknown>>;

/** Called with the name of each component that a type refers to. */
export type Refer = (name: string) => void;

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function asSchema(value: unknown): Schema {
  if (isObject(value)) return value;
  throw new Error(`Not a schema: ${JSON.stringify(value)}`);
}

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const primitiveTypes: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const supportedKeywords = new Set([
  ...["$ref", "type", "enum", "const", "anyOf", "oneOf", "items", "properties", "required"],
  ...["additionalProperties", "propertyNames", "default", "description", "format", "pattern"],
  ...["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"],
]);

export function renderType(schema: Schema, refer: Refer): string {
  // Keywords of our own, such as `x-choices`, do not change the type.
  const strange = Object.keys(schema).find(
    (key) => !supportedKeywords.has(key) && !key.startsWith("x-"),
  );
  if (strange !== undefined) throw new Error(`No type is known for "${strange}"`);
  const { $ref } = schema;
  if (typeof $ref === "string") {
    const name = $ref.replace("#/components/schemas/", "");
    refer(name);
    return name;
  }
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if ("enum" in schema) return union(asArray(schema["enum"]).map((value) => JSON.stringify(value)));
  const choices = [...asArray(schema["anyOf"]), ...asArray(schema["oneOf"])];
  if (choices.length > 0)
    return union(choices.map((choice) => renderType(asSchema(choice), refer)));
  const { type } = schema;
  if (Array.isArray(type))
    return union(type.map((one) => renderType({ ...schema, type: one }, refer)));
  if (type === undefined) return "unknown";
  if (type === "array") return `${parenthesize(renderType(asSchema(schema["items"]), refer))}[]`;
  if (type === "object") return objectType(schema, refer);
  const word = typeof type === "string" ? primitiveTypes[type] : undefined;
  if (word === undefined) throw new Error(`No type is known for ${JSON.stringify(type)}`);
  return word;
}

/** The members of an object, each as one line. */
export function renderMembers(schema: Schema, refer: Refer): string[] {
  const required = new Set(asArray(schema["required"]));
  return Object.entries(asSchema(schema["properties"] ?? {})).map(([name, member]) => {
    const type = renderType(asSchema(member), refer);
    return required.has(name) ? `${key(name)}: ${type}` : `${key(name)}?: ${type} | undefined`;
  });
}

function objectType(schema: Schema, refer: Refer): string {
  const members = renderMembers(schema, refer);
  if (members.length > 0) return `{ ${members.join("; ")} }`;
  const values = schema["additionalProperties"];
  return isObject(values)
    ? `Record<string, ${renderType(values, refer)}>`
    : "Record<string, never>";
}

const key = (name: string) => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (types: readonly string[]) => [...new Set(types)].join(" | ");
const parenthesize = (type: string) => (type.includes(" | ") ? `(${type})` : type);
