/** Cents as a person types them into a field: `100`, or `99.50`. */
export const toDollars = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
