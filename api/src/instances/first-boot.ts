/** The SSH keys of an order as its instances get them: in the first-boot data, which a provider limits. */

/** Largest first-boot data an instance takes, in characters of base64: Nova's limit for `user_data`. */
export const firstBootMost = 65_535;

const printableAscii = /^[\x20-\x7e]*$/;

/**
 * A key as it is put on an instance. First-boot data has to be ASCII, so a comment with other letters is
 * left out: it only names the key, and the workspace keeps it.
 */
export function keyForInstance(line: string): string {
  if (printableAscii.test(line)) return line;
  return line.split(" ").slice(0, 2).join(" ");
}

/** Of the document around the keys: its two headings and what stands before and after each key. */
const headingBytes = "#cloud-config\nssh_authorized_keys:\n".length;
const bytesAroundKey = "  - \n".length;

/** Length of the first-boot data with these keys, in characters of base64; lines are ASCII. */
export function firstBootLength(lines: readonly string[]): number {
  const bytes = lines.reduce(
    (sum, line) => sum + JSON.stringify(line).length + bytesAroundKey,
    headingBytes,
  );
  return Math.ceil(bytes / 3) * 4;
}
