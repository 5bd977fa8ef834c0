/** The worked examples of billing, as tests compare them: amounts are texts such as `74.40`. */
import { readFileSync } from "node:fs";
import { z } from "zod";

const Example = z.object({ id: z.string(), what: z.string(), expected: z.array(z.string()) });
export type BillingExample = z.infer<typeof Example>;

export const billingExamples: readonly BillingExample[] = z
  .array(Example)
  .parse(JSON.parse(readFileSync(new URL("./billing-examples.json", import.meta.url), "utf8")));

/** What the example expects, such as `["74.40"]`. */
export function expectedOf(id: string): readonly string[] {
  const example = billingExamples.find((candidate) => candidate.id === id);
  if (example === undefined) throw new Error(`There is no example ${id}`);
  return example.expected;
}

/** Cents as the examples write them. */
export const asText = (cents: number): string => {
  const digits = Math.abs(cents).toString().padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/**
 * Examples that need the ledger and invoices of a real database: the tests of api/src/modules/billing compute them. All
 * others are computed by the contracts alone.
 */
export const databaseExamples: readonly string[] = [
  "W22",
  "W26",
  "W35",
  "W36",
  "W37",
  "W38",
  "W39",
  "W41",
  "W42",
  "W43",
  "W44",
  "W45",
  "W46",
  "W47",
];

/** Examples about cards, write-offs and chargebacks: the tests of payments compute them. */
export const cardExamples: readonly string[] = ["W48", "W50", "W51", "W52", "W53"];
