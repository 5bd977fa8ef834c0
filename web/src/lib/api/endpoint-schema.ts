/**
 * Loads the schemas of endpoints. The build replaces the body and the query of each endpoint by a function that loads
 * them (web/build/contract-parts.ts), so that a page shows before zod and the schemas of its forms have arrived. In
 * development and in tests, an endpoint carries its schemas itself.
 */
import type { z } from "zod";

interface DeferredSchema {
  readonly load: () => Promise<z.ZodType>;
}

const isDeferred = (schema: object): schema is DeferredSchema => "load" in schema;

/** The schema of `endpoint.body` or `endpoint.query`. No other file of the console may use them. */
export const loadSchema = async (schema: z.ZodType): Promise<z.ZodType> =>
  isDeferred(schema) ? schema.load() : schema;
