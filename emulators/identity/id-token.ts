/**
 * Signs an ID token anew. The library stamps it with the machine's time and only makes right ones;
 * here it gets the time of the world's clock, and a fault where one is asked for.
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
  const timely = { ...issued, iat, exp: iat + (issued.exp - issued.iat) };
  const { fault } = options;
  if (fault === "alg-none") return `${encodeSegment({ alg: "none" })}.${encodeSegment(timely)}.`;
  if (fault === "wrong-signature") return signed(header, timely, newSigningKey());
  return signed(header, fault === null ? timely : tokenFaults[fault](timely), options.key);
}

function signed(header: object, claims: Claims, key: KeyObject): string {
  const content = `${encodeSegment(header)}.${encodeSegment(claims)}`;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

function decodeSegment(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}

const encodeSegment = (part: object): string =>
  Buffer.from(JSON.stringify(part)).toString("base64url");
