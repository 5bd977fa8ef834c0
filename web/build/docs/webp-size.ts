/** Reads width and height from the header of a WebP picture, so that the page reserves its place. */
const readUint24 = (bytes: Buffer, at: number): number =>
  bytes.readUInt16LE(at) + (bytes.readUInt8(at + 2) << 16);

/** Pixels of a WebP file: https://developers.google.com/speed/webp/docs/riff_container */
export function webpSize(bytes: Buffer): { width: number; height: number } {
  const kind = bytes.toString("latin1", 12, 16);
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    throw new Error("Not a WebP file");
  if (kind === "VP8X")
    return { width: readUint24(bytes, 24) + 1, height: readUint24(bytes, 27) + 1 };
  if (kind === "VP8L") {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  throw new Error(`Unknown WebP chunk ${kind}`);
}
