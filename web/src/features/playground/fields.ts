/** Derives a field for each input of an endpoint from its JSON schema, and builds the request from the typed text. */
import type { RequestInput } from "../../lib/api/api-client.ts";
import { type LookupName, lookupOf } from "./lookup-names.ts";
import { numberBounds, parseOption, type Schema, schemaOptions, schemaType } from "./schema.ts";

type FieldLocation = "path" | "query" | "body";

export interface Field {
  /** Key in the query string: `path.project`, `query.page`, `body.name`; `body` for a body without fields. */
  readonly key: string;
  readonly place: FieldLocation;
  readonly name: string;
  /**
   * `number` and `json` are typed as text and parsed; `choice` is one of `options`, `choices` are several of them
   * separated by commas; `switch` is `true` or `false`.
   */
  readonly kind: "text" | "number" | "choice" | "choices" | "switch" | "json";
  /** The list that the ids of this field come from; null for all other fields. */
  readonly lookup: LookupName | null;
  readonly required: boolean;
  /** Text of each value of a choice. */
  readonly options: readonly string[];
  readonly type: string;
  readonly schema: Schema;
}

function fieldKind(schema: Schema, options: readonly string[]): Field["kind"] {
  if (schema.type === "boolean") return "switch";
  if (options.length > 0) return schema["x-multiple"] === true ? "choices" : "choice";
  if (numberBounds(schema) !== null) return "number";
  return schema.type === "string" ? "text" : "json";
}

export function toField(
  place: FieldLocation,
  name: string,
  schema: Schema,
  required: boolean,
  endpointId = "",
): Field {
  const options = schemaOptions(schema);
  const key = name === "" ? place : `${place}.${name}`;
  return {
    key,
    place,
    name,
    kind: fieldKind(schema, options),
    lookup: options.length > 0 ? null : lookupOf(name, endpointId),
    required,
    options,
    type: schemaType(schema),
    schema,
  };
}

/** The typed text by field key; an absent field was left empty. */
export type Draft = Readonly<Record<string, string>>;

export type FieldValidationError =
  | { readonly kind: "required" | "number" | "whole" | "dots" | "choice" | "uuid" }
  | { readonly kind: "range"; readonly minimum: number; readonly maximum: number }
  | { readonly kind: "json"; readonly detail: string };

type ParsedField = { value?: unknown } | { error: FieldValidationError };

const isNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function parseJson(text: string): ParsedField {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: { kind: "json", detail: error instanceof Error ? error.message : "" } };
  }
}

function parseNumber({ schema, place }: Field, text: string): ParsedField {
  const typed = text.trim();
  if (!isNumber.test(typed)) return { error: { kind: "number" } };
  const value = Number(typed);
  const bounds = numberBounds(schema);
  if (bounds?.isWhole === true && !Number.isInteger(value)) return { error: { kind: "whole" } };
  const { minimum = -Infinity, maximum = Infinity } = bounds ?? {};
  if (value < minimum || value > maximum) return { error: { kind: "range", minimum, maximum } };
  return { value: place === "body" ? value : typed };
}

/** Parses the typed text. An empty optional field has no value. */
function parseField(field: Field, text: string): ParsedField {
  const { kind, place, options, schema } = field;
  if (text === "") {
    if (kind === "switch" && field.required) return { value: place === "body" ? false : "false" };
    return field.required ? { error: { kind: "required" } } : {};
  }
  // URL clients resolve dot segments, so the path would lose a segment.
  if (place === "path")
    return /^\.{1,2}$/.test(text) ? { error: { kind: "dots" } } : { value: text };
  if (kind === "number") return parseNumber(field, text);
  if (kind === "json") return parseJson(text);
  const chosen = kind === "choices" ? text.split(",") : [text];
  if (options.length > 0 && !chosen.every((each) => options.includes(each)))
    return { error: { kind: "choice" } };
  if (schema.format === "uuid" && !isUuid.test(text)) return { error: { kind: "uuid" } };
  const isTyped = place === "body" && (kind === "choice" || kind === "switch");
  return { value: isTyped ? (parseOption(schema, text) ?? text) : text };
}

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
