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

/** Parameters as JSON; undefined when there are none. A value that is undefined is left out. */
export function jsonParams(params: object): ErrorParams | undefined {
  const present = Object.entries(params).filter(([, value]) => value !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}
