/** The subset of JSON Schema that the playground reads. Everything else is typed as JSON. */
import { z } from "zod";

/** A value of an enumeration. */
const EnumValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const Schema = z.object({
  type: z.unknown().optional(),
  enum: z.array(EnumValue).optional(),
  const: EnumValue.optional(),
  default: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  /** Allowed values of a text; several of them, separated by commas, with `x-multiple`. */
  "x-choices": z.array(z.string()).optional(),
  "x-multiple": z.literal(true).optional(),
  /** Range of a whole number that is sent as text. */
  "x-range": z.object({ minimum: z.number(), maximum: z.number() }).optional(),
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
});
export type Schema = z.infer<typeof Schema>;

/** The schema of the values that are not null: of `string[] | null` the one of `string[]`. */
export const withoutNull = (schema: Schema): Schema => {
  const rest = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  const [only] = rest;
  return rest.length === 1 && only !== undefined ? only : schema;
};

/** The properties of a body; of a union of objects those of each, required if they are required by all. */
export function bodyProperties(
  body: Schema,
): { readonly name: string; readonly schema: Schema; readonly required: boolean }[] {
  const objects = body.anyOf ?? [body];
  const all = new Map(objects.flatMap(({ properties = {} }) => Object.entries(properties)));
  return [...all].map(([name, schema]) => ({
    name,
    schema,
    required: objects.every(({ required = [] }) => required.includes(name)),
  }));
}

/** The type for readers: `string`, `array | null`; of a text the type of what it contains. */
export function schemaType({ type, anyOf = [], ...rest }: Schema): string {
  if (rest["x-range"] !== undefined) return "integer";
  if (rest["x-multiple"] === true) return "list";
  const types = [type, ...anyOf.map((part) => part.type)];
  return types.filter((each) => typeof each === "string").join(" | ") || "JSON";
}

/** Texts of the values of an enumeration or a boolean; empty for all other schemas. */
export function schemaOptions(schema: Schema): string[] {
  const { type, enum: values, const: only } = schema;
  if (values !== undefined) return values.map(String);
  if (only !== undefined) return [String(only)];
  if (schema["x-choices"] !== undefined) return schema["x-choices"];
  return type === "boolean" ? ["true", "false"] : [];
}

export const isNumeric = ({ type }: Schema): boolean => type === "integer" || type === "number";

/** Bounds of a number, also of one that is sent as text; null for all other schemas. */
export function numberBounds(
  schema: Schema,
): { minimum: number | undefined; maximum: number | undefined; isWhole: boolean } | null {
  const range = schema["x-range"];
  if (range !== undefined) return { ...range, isWhole: true };
  if (!isNumeric(schema)) return null;
  const { minimum, maximum, type } = schema;
  return { minimum, maximum, isWhole: type === "integer" };
}

/** The value of the enumeration whose text was chosen. */
export const parseOption = ({ enum: values, const: only, type }: Schema, text: string): unknown =>
  [...(values ?? []), only, ...(type === "boolean" ? [true, false] : [])].find(
    (value) => value !== undefined && String(value) === text,
  );

/** The first value of a new item or property. */
export function emptyValue(schema: Schema): unknown {
  const part = withoutNull(schema);
  if (part.default !== undefined) return part.default;
  const [first] = schemaOptions(part);
  if (part.type === "boolean") return false;
  if (first !== undefined) return parseOption(part, first) ?? first;
  if (part.type === "array") return [];
  if (part.type === "object")
    return Object.fromEntries(
      Object.entries(part.properties ?? {})
        .filter(([name]) => part.required?.includes(name) === true)
        .map(([name, property]) => [name, emptyValue(property)]),
    );
  return isNumeric(part) ? (part.minimum ?? 0) : "";
}

/** Whether the value has the shape that the editor of this schema can show. */
export function fitsEditor(schema: Schema, value: unknown): boolean {
  const part = withoutNull(schema);
  if (part.type === "array")
    return (
      part.items !== undefined &&
      Array.isArray(value) &&
      value.every((item) => part.items !== undefined && fitsEditor(part.items, item))
    );
  if (part.type === "object" && part.properties !== undefined) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    return Object.entries(value).every(([name, property]) => {
      const schemaOfProperty = part.properties?.[name];
      return schemaOfProperty !== undefined && fitsEditor(schemaOfProperty, property);
    });
  }
  if (isNumeric(part)) return typeof value === "number" || typeof value === "string";
  return typeof value === part.type;
}

/** Whether arrays and objects of this schema have an editor of their own. */
export const hasEditor = (schema: Schema): boolean => {
  const part = withoutNull(schema);
  if (part.type === "array") return part.items !== undefined && hasEditor(part.items);
  if (part.type === "object")
    return part.properties !== undefined && Object.values(part.properties).every(hasEditor);
  return typeof part.type === "string" && part.type !== "null";
};
