/**
 * A YAML string in double quotes, in ASCII. Other characters are escaped: YAML breaks lines at some of them
 * (U+0085, U+2028), and a surrogate pair of JSON is not one character in YAML.
 */
export const yamlString = (text: string): string =>
  JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
  });
