/**
 * Decodes the bytes of a file or of standard input. Redirects of Windows PowerShell write UTF-16 with a byte
 * order mark; all other input is decoded as UTF-8 without its byte order mark.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}
