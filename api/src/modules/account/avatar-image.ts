/**
 * Validates an uploaded avatar by its signature and re-encodes it, so that metadata and trailing data are
 * dropped.
 */
import sharp from "sharp";
import { avatarMaxBytes } from "#contracts/account.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";

const edgePixels = 256;
/** A small file can declare dimensions whose decoded image would exhaust the memory. */
const maxPixels = 40_000_000;
const timeoutSeconds = 10;

// One thread per image leaves cores for other requests.
sharp.concurrency(1);
sharp.cache(false);

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Returns a square WebP image. */
export async function parseAvatarImage(text: string): Promise<Uint8Array> {
  if (text.length > Math.ceil(avatarMaxBytes / 3) * 4)
    throw new ProblemError("maximum_file_size_exceeded");
  const bytes = base64.test(text) ? Buffer.from(text, "base64") : Buffer.alloc(0);
  if (bytes.length > avatarMaxBytes) throw new ProblemError("maximum_file_size_exceeded");
  if (!isSupportedImage(bytes)) throw new ProblemError("file_type_not_allowed");
  await assertPixelLimit(bytes);
  return encodeWebp(bytes);
}

const hasSignature = (bytes: Buffer, at: number, signature: string): boolean =>
  bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, "latin1"));

const isSupportedImage = (bytes: Buffer): boolean =>
  hasSignature(bytes, 0, "\x89PNG\r\n\x1a\n") ||
  hasSignature(bytes, 0, "\xff\xd8\xff") ||
  (hasSignature(bytes, 0, "RIFF") && hasSignature(bytes, 8, "WEBP"));

const asUnreadableImage = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading;
  } catch {
    throw new ProblemError("file_type_not_allowed");
  }
};

/** Reads the dimensions from the file header, before the image is decoded. */
async function assertPixelLimit(bytes: Buffer): Promise<void> {
  const { width, height } = await asUnreadableImage(
    sharp(bytes, { limitInputPixels: false }).metadata(),
  );
  if (width * height > maxPixels) throw new ProblemError("maximum_file_size_exceeded");
}

/** Applies the EXIF orientation; uses the first frame of an animation. */
const encodeWebp = (bytes: Buffer): Promise<Uint8Array> =>
  asUnreadableImage(
    sharp(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize(edgePixels, edgePixels, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer(),
  );
