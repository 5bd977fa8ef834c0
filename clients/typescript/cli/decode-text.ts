/**
 * Bytes of a file or of standard input as text. A redirect of Windows PowerShell writes UTF-16 with a byte
 * order mark; everything else is read as UTF-8, its byte order mark left out.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}
