/** Compresses responses that are written for each request. Files are compressed by the build. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "#contracts/endpoint.ts";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

type Encoding = "br" | "gzip";

/** Shorter texts would hardly become smaller. */
const minCompressedBytes = 1_000;

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

/**
 * Whether the responses of an endpoint may be compressed. The size of a compressed response tells something about its
 * content, so responses of sign-in, of accounts and of links with a token never are, nor those of mutations.
 */
export const isCompressible = ({ id, path, method, mutates, stream }: Endpoint): boolean =>
  method === "GET" &&
  mutates !== true &&
  stream !== true &&
  !/^(?:auth|account)\./.test(id) &&
  !path.includes(":token");

/** Route hook that compresses JSON for clients that accept it. */
export async function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isText = typeof payload === "string" || Buffer.isBuffer(payload);
  if (!isText || payload.length < minCompressedBytes || reply.statusCode !== 200) return payload;
  if (!String(reply.getHeader("content-type")).startsWith("application/json")) return payload;
  const encoding = acceptedEncoding(request.headers["accept-encoding"]);
  if (encoding === null) return payload;
  reply.header("Content-Encoding", encoding);
  return await compress(payload, encoding);
}
