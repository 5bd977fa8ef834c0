/** Validates the parameters of a URL with the schema of an endpoint's query. Loaded with zod. */
import { z } from "zod";

/** The parameters that the schema accepts, each by itself. */
export function acceptedParameters(
  schema: z.ZodType,
  search: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const accepted: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape)) {
    const value = search[name];
    const isGood = field instanceof z.ZodType && field.safeParse(value).success;
    if (value !== undefined && value !== "" && isGood) accepted[name] = value;
  }
  if (!schema.safeParse(accepted).success)
    throw new Error("The query of an endpoint cannot be read parameter by parameter");
  return accepted;
}
