/** Size of the first-boot data that carries the SSH keys and the user data of an order; providers limit it. */
import { cloudInitDocument } from "../../core/lib/cloud-init.ts";

/** Maximum size of the first-boot data in base64 characters: Nova's limit for `user_data`. */
export const firstBootMost = 65_535;

/** Returns the size of the first-boot data with these keys and this user data, in base64 characters. */
export const firstBootLength = (lines: readonly string[], userData: string | null = null): number =>
  Math.ceil(Buffer.byteLength(cloudInitDocument(lines, userData), "utf8") / 3) * 4;
