/**
 * Signs an ID token again. The library uses the system time and only creates valid tokens;
 * here the token gets the time of the injected clock, and the injected fault if there is one.
 */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { z } from "zod";

export type TokenFault =
  | "alg-none"
  | "wrong-signature"
  | "wrong-issuer"
  | "wrong-audience"
  | "wrong-nonce"
  | "no-nonce"
  | "expired";

const Header = z.looseObject({ alg: z.string() });
const Claims = z.looseObject({ iat: z.number(), exp: z.number() });
type Claims = z.infer<typeof Claims>;

const hourSeconds = 3_600;

const tokenFaults: Record<
  Exclude<TokenFault, "alg-none" | "wrong-signature">,
  (claims: Claims) => Claims
> = {
  "wrong-issuer": (claims) => ({ ...claims, iss: "https://accounts.example.test" }),
  "wrong-audience": (claims) => ({ ...claims, aud: "another-client" }),
  "wrong-nonce": (claims) => ({ ...claims, nonce: "of-another-flow" }),
  "no-nonce": ({ nonce: _nonce, ...claims }) => claims,
  expired: (claims) => ({
    ...claims,
    iat: claims.iat - 2 * hourSeconds,
    exp: claims.exp - 2 * hourSeconds,
  }),
};

export function newSigningKey(): KeyObject {
  return generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
}

export function resignToken(
  token: string,
  options: { key: KeyObject; now: Date; fault: TokenFault | null },
): string {
  const [head = "", body = ""] = token.split(".");
  const header = Header.parse(decodeSegment(head));
  const issued = Claims.parse(decodeSegment(body));
  const iat = Math.floor(options.now.getTime() / 1000);
  const current = { ...issued, iat, exp: iat + (issued.exp - issued.iat) };
  const { fault } = options;
  if (fault === "alg-none") return `${encodeSegment({ alg: "none" })}.${encodeSegment(current)}.`;
  if (fault === "wrong-signature") return signToken(header, current, newSigningKey());
  return signToken(header, fault === null ? current : tokenFaults[fault](current), options.key);
}

function signToken(header: object, claims: Claims, key: KeyObject): string {
  const content = `${encodeSegment(header)}.${encodeSegment(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

function decodeSegment(segment: string): unknown {
  return JSON.parse(Buffer.from(segment, "base64url").toString("utf8"));
}

const encodeSegment = (segment: object): string =>
  Buffer.from(JSON.stringify(segment)).toString("base64url");
