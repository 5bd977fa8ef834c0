/** Parameters of an error: the values that the sentence of its code names. */
import { z } from "zod";

/** As parameters stand in JSON. Numbers are plain numbers, never formatted text. */
export const ErrorParams = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.string())]),
);
export type ErrorParams = z.infer<typeof ErrorParams>;

/** The shape of a code whose sentence names no value. */
export const noParams = z.object({});

/** The last argument of a function that takes a code: optional where the code has no parameters. */
export type ParamsArgument<P> = P extends Record<string, never> ? [params?: P] : [params: P];

/** Parameters as JSON; undefined where there are none. */
export function jsonParams(params: unknown): ErrorParams | undefined {
  const json = ErrorParams.safeParse(params);
  return json.success && Object.keys(json.data).length > 0 ? json.data : undefined;
}
