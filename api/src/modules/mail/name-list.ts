/** An email has room for some hundred names. */
const maxCharacters = 1_500;

/** Names as one text for an email, cut off where it has no room for more. */
export const toNameList = (names: readonly string[]): string =>
  names.join(", ").slice(0, maxCharacters);
