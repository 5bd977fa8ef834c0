/** What people send as their picture: looked at by its first bytes, and written anew, so that nothing else in the file comes along. */
import sharp from "sharp";
import { avatarMaxBytes } from "#contracts/account.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";

const edgePixels = 256;
/** A small file can claim to be a picture that fills the memory. */
const maxPixels = 40_000_000;
const timeoutSeconds = 10;

// One thread a picture: the machine has other work.
sharp.concurrency(1);
sharp.cache(false);

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A square of WebP. */
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

/** Told from the head of the file, before any of it is unpacked. */
async function assertPixelLimit(bytes: Buffer): Promise<void> {
  const { width, height } = await asUnreadableImage(
    sharp(bytes, { limitInputPixels: false }).metadata(),
  );
  if (width * height > maxPixels) throw new ProblemError("maximum_file_size_exceeded");
}

/** Upright as the camera held it; of a moving picture the first frame. */
const encodeWebp = (bytes: Buffer): Promise<Uint8Array> =>
  asUnreadableImage(
    sharp(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: timeoutSeconds })
      .rotate()
      .resize(edgePixels, edgePixels, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer(),
  );
