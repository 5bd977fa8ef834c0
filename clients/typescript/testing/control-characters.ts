/** Characters with an effect on a terminal: C0 without line feed, DEL, C1, and invisible bidirectional characters. */
export const controlCharacters =
  // oxlint-disable-next-line no-control-regex -- exactly these characters must not be printed
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;
