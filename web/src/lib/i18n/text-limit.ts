/** The maximum length of a contract's text field, so that its input accepts no more characters. */
import { z } from "zod";

/** `path` such as `hostname.0`. Undefined when the schema has no such text field, or no limit. */
export function limitOf(schema: unknown, path: string): number | undefined {
  return find(schema, path === "" ? [] : path.split("."));
}

function find(schema: unknown, path: readonly string[]): number | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return find(schema.unwrap(), path);
  // The typed text is checked by both sides of the pipe: the lower limit counts.
  if (schema instanceof z.ZodPipe)
    return least([find(schema.in, path), find(schema.out, path)].filter(isNumber));
  if (schema instanceof z.ZodUnion)
    return least(schema.options.map((option) => find(option, path)).filter(isNumber));
  const [head, ...rest] = path;
  if (head === undefined) return schema instanceof z.ZodType ? statedLimit(schema) : undefined;
  if (schema instanceof z.ZodArray) return find(schema.element, rest);
  return schema instanceof z.ZodObject ? find(schema.shape[head], rest) : undefined;
}

/** A schema that checks the length in a refinement states the limit as metadata. */
function statedLimit(schema: z.ZodType): number | undefined {
  const checked = schema instanceof z.ZodString ? schema.maxLength : null;
  const stated = schema.meta()?.["maxLength"];
  return checked ?? (typeof stated === "number" ? stated : undefined);
}

const isNumber = (limit: number | undefined): limit is number => limit !== undefined;
const least = (limits: readonly number[]): number | undefined =>
  limits.length === 0 ? undefined : Math.min(...limits);
