/** Languages and time zones of accounts. */
import { z } from "zod";

export const locales = ["en", "de"] as const;
export const Locale = z.enum(locales);
export type Locale = z.infer<typeof Locale>;

/** IANA name, as the browser gives it. */
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
    { error: "Unknown time zone", params: { code: "format" } },
  );
