/**
 * A double-quoted YAML string in ASCII. Other characters are escaped: YAML breaks lines at some of them (U+0085,
 * U+2028), and does not read a JSON surrogate pair as one character.
 */
export const yamlString = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
  });
