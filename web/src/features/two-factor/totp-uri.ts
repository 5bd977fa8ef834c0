import { brand } from "../../brand.ts";

/** Groups of four characters are easier to type. */
export const formatSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? "";

/** The URI that an authenticator app reads from the QR code. */
export function totpUri(email: string, secret: string): string {
  const label = `${encodeURIComponent(brand.name)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(brand.name)}`;
}
