/** What a terminal takes for more than a letter: C0, DEL, C1, and the invisible ones that turn text around. The end of a line is none of it. */
export const controlCharacters =
  // oxlint-disable-next-line no-control-regex -- these are exactly the characters that must not come out
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
