/** The SSH keys of an order as its instances get them: in the first-boot data, which a provider limits. */
import { yamlString } from "../../core/lib/yaml-string.ts";

/** Largest first-boot data an instance takes, in characters of base64: Nova's limit for `user_data`. */
export const firstBootMost = 65_535;

/** Of the document around the keys: its two headings and what stands before and after each key. */
const headingBytes = "#cloud-config\nssh_authorized_keys:\n".length;
const bytesAroundKey = "  - \n".length;

/** Length of the first-boot data with these keys, in characters of base64. */
export function firstBootLength(lines: readonly string[]): number {
  const bytes = lines.reduce(
    (sum, line) => sum + yamlString(line).length + bytesAroundKey,
    headingBytes,
  );
  return Math.ceil(bytes / 3) * 4;
}
