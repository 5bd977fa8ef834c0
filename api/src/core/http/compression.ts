/** Compresses responses that are written for each request. Files are compressed by the build. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

type Encoding = "br" | "gzip";

/** Shorter texts would hardly become smaller. */
export const minCompressedBytes = 1_000;

/** The best encoding that the client accepts; null for none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const accepted = new Set(
    (header ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : null;
}

/** Fast levels: more would cost the server more time than the client saves. */
export function compress(text: string | Buffer, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (encoding === "gzip") return gz(bytes, { level: 4 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotli(bytes, { params });
}
