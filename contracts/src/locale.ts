/** Languages and time zones of accounts. */
import { z } from "zod";
import { failsWith } from "./field-problem.ts";

export const locales = ["en", "de"] as const;
export const Locale = z.enum(locales);
export type Locale = z.infer<typeof Locale>;

/** IANA name, as the browser reports it. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(
    (zone) => {
      try {
        return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
      } catch {
        return false;
      }
    },
    failsWith("format", { rule: "time_zone" }),
  );
