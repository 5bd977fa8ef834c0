/** Derives a field for each input of an endpoint from its JSON schema, and builds the request from the typed text. */
import { z } from "zod";
import type { RequestInput } from "../../lib/api/api-client.ts";

/** A value of an enumeration. */
const EnumValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const Item = z.object({ type: z.unknown().optional(), enum: z.array(EnumValue).optional() });
const SchemaPart = z.object({
  type: z.unknown().optional(),
  items: Item.optional(),
  anyOf: z.array(Item).optional(),
  enum: z.array(EnumValue).optional(),
  const: EnumValue.optional(),
  default: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
});
/** The subset of JSON Schema that the playground reads: deeper nested parts are typed as JSON. */
export const Schema = SchemaPart.extend({
  properties: z.record(z.string(), SchemaPart).optional(),
  required: z.array(z.string()).optional(),
});
type SchemaPart = z.infer<typeof SchemaPart>;

type FieldLocation = "path" | "query" | "body";

export interface Field {
  /** Key in the query string: `path.project`, `query.page`, `body.name`; `body` for a body without fields. */
  readonly key: string;
  readonly place: FieldLocation;
  readonly name: string;
  /** `number` and `json` are typed as text and parsed; `choice` is one of `options`. */
  readonly kind: "text" | "number" | "choice" | "json";
  readonly required: boolean;
  /** Text of each value of a choice. */
  readonly options: readonly string[];
  readonly type: string;
  readonly schema: SchemaPart;
}

/** The type as in the document: `string`, `array | null`. */
const schemaType = ({ type, anyOf = [] }: SchemaPart): string =>
  [type, ...anyOf.map((part) => part.type)]
    .filter((each) => typeof each === "string")
    .join(" | ") || "JSON";

/** Values of an enumeration or a boolean. */
function schemaOptions({ type, enum: values, const: only }: SchemaPart): string[] {
  if (values !== undefined) return values.map(String);
  if (only !== undefined) return [String(only)];
  return type === "boolean" ? ["true", "false"] : [];
}

export function toField(
  place: FieldLocation,
  name: string,
  schema: SchemaPart,
  required: boolean,
): Field {
  const options = schemaOptions(schema);
  const type = schemaType(schema);
  const kind =
    options.length > 0
      ? "choice"
      : type === "string"
        ? "text"
        : type === "integer" || type === "number"
          ? "number"
          : "json";
  const key = name === "" ? place : `${place}.${name}`;
  return { key, place, name, kind, required, options, type, schema };
}

/** The typed text by field key; an absent field was left empty. */
export type Draft = Readonly<Record<string, string>>;

export type FieldValidationError =
  | { readonly kind: "required" | "number" | "dots" | "choice" }
  | { readonly kind: "json"; readonly detail: string };

const isNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

function parseJson(text: string): { value: unknown } | { error: FieldValidationError } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: { kind: "json", detail: error instanceof Error ? error.message : "" } };
  }
}

/** Parses the typed text. An empty optional field has no value. */
function parseField(
  field: Field,
  text: string,
): { value?: unknown } | { error: FieldValidationError } {
  if (text === "") return field.required ? { error: { kind: "required" } } : {};
  // URL clients resolve dot segments, so the path would lose a segment.
  if (field.place === "path")
    return /^\.{1,2}$/.test(text) ? { error: { kind: "dots" } } : { value: text };
  if (field.kind === "choice" && !field.options.includes(text))
    return { error: { kind: "choice" } };
  if (field.place === "query") return { value: text };
  if (field.kind === "number")
    return isNumber.test(text.trim()) ? { value: Number(text) } : { error: { kind: "number" } };
  if (field.kind === "json") return parseJson(text);
  if (field.kind === "choice") return { value: parseOption(field, text) };
  return { value: text };
}

const parseOption = ({ schema: { enum: values, const: only, type } }: Field, text: string) =>
  [...(values ?? []), only, ...(type === "boolean" ? [true, false] : [])].find(
    (value) => value !== undefined && String(value) === text,
  );

export interface BuiltRequest {
  readonly input: RequestInput;
  readonly faults: Readonly<Record<string, FieldValidationError>>;
}

/** The request as far as it is filled in; missing path parameters appear as names in capitals. */
export function buildRequest(
  fields: readonly Field[],
  draft: Draft,
  workspace: string | null,
): BuiltRequest {
  const errors: Record<string, FieldValidationError> = {};
  const path = new Map<string, string>(workspace === null ? [] : [["workspace", workspace]]);
  const query = new Map<string, unknown>();
  const body = new Map<string, unknown>();
  const whole: unknown[] = [];
  for (const field of fields) {
    const { key, place, name } = field;
    const read = parseField(field, draft[key] ?? "");
    if ("error" in read) errors[key] = read.error;
    if (place === "path") path.set(name, "value" in read ? String(read.value) : name.toUpperCase());
    else if (!("value" in read)) continue;
    else if (place === "query") query.set(name, read.value);
    else if (name === "") whole.push(read.value);
    else body.set(name, read.value);
  }
  const takesBody = fields.some(({ place, name }) => place === "body" && name !== "");
  return {
    input: {
      path: Object.fromEntries(path),
      query: Object.fromEntries(query),
      ...(takesBody
        ? { body: Object.fromEntries(body) }
        : whole.length > 0
          ? { body: whole[0] }
          : {}),
    },
    faults: errors,
  };
}

/** The field for the path of a validation error: `hostname.0` belongs to `body.hostname`. */
export function fieldKeyForProblem(fields: readonly Field[], path: string): string | null {
  const head = path.split(".")[0];
  return (
    fields.find(({ name, place }) => name === head && place !== "path")?.key ??
    fields.find(({ key }) => key === "body")?.key ??
    null
  );
}
