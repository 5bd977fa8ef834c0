/** Size of the first-boot data that carries the SSH keys of an order; providers limit it. */
import { yamlString } from "../../core/lib/yaml-string.ts";

/** Maximum size of the first-boot data in base64 characters: Nova's limit for `user_data`. */
export const firstBootMost = 65_535;

/** Bytes of the document around the keys: its two headings, and the characters before and after each key. */
const headingBytes = "#cloud-config\nssh_authorized_keys:\n".length;
const bytesAroundKey = "  - \n".length;

/** Returns the size of the first-boot data with these keys, in base64 characters. */
export function firstBootLength(lines: readonly string[]): number {
  const bytes = lines.reduce(
    (sum, line) => sum + yamlString(line).length + bytesAroundKey,
    headingBytes,
  );
  return Math.ceil(bytes / 3) * 4;
}
