/** Consent given at sign-up: a JSON `true`; any other value is invalid. */
import { z } from "zod";
import type { FieldErrorParams } from "./field-errors.ts";
import { failsWith } from "./field-problem.ts";

const mustBeTrue = (options: ReturnType<typeof failsWith>) =>
  z.custom<true>((value) => value === true, options).meta({ type: "boolean", const: true });
export const adult = mustBeTrue(failsWith("under_age"));
export const accepted = (document: FieldErrorParams["not_accepted"]["document"]) =>
  mustBeTrue(failsWith("not_accepted", { document }));
