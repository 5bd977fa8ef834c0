/** Parameters of an error: the values in its message. */
import { z } from "zod";

/** JSON form of parameters. Numbers are plain numbers, never formatted text. */
export const ErrorParams = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.string())]),
);
export type ErrorParams = z.infer<typeof ErrorParams>;

/** Shape of a code without parameters. */
export const noParams = z.object({});

/** Last argument of a function that takes a code: optional when the code has no parameters. */
export type ParamsArgument<P> = P extends Record<string, never> ? [params?: P] : [params: P];

/** Parameters as JSON; undefined when there are none. */
export function jsonParams(params: unknown): ErrorParams | undefined {
  const json = ErrorParams.safeParse(params);
  return json.success && Object.keys(json.data).length > 0 ? json.data : undefined;
}
