/** Dollars an hour as typed, with a point or a comma, in micro-dollars; the text itself when it is no amount. */
export function parseRate(text: string): number | string {
  const match = /^\s*(\d{1,4})(?:[.,](\d{1,6}))?\s*$/.exec(text);
  if (match === null) return text;
  const [, whole = "", fraction = ""] = match;
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(6, "0"));
}

/** The amount with at least two decimals: `0.9` dollars are `0.90`. */
export function rateText(micros: number): string {
  const [whole = "0", fraction = ""] = String(micros / 1_000_000).split(".");
  return `${whole}.${fraction.padEnd(2, "0")}`;
}
