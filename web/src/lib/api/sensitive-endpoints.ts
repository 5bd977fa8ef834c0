import type { Endpoint } from "#contracts/endpoint.ts";

/**
 * Endpoints that take passwords, codes, action tokens or signatures: sign-in, account, joining by invite and webhooks.
 * The playground does not offer them.
 */
export const isSensitiveEndpoint = ({ id, path }: Pick<Endpoint, "id" | "path">): boolean =>
  /^(?:auth|account|webhooks)\./.test(id) || (path.includes(":token") && !id.startsWith("tokens."));

/** Account endpoints whose requests never hold a secret. */
const nonSensitiveEndpoints: ReadonlySet<string> = new Set([
  "account.removePasskey",
  "account.deactivate",
  "account.requestDataCopy",
]);

/** Attributes that `account.update` changes without a password or a code. */
const nonSensitiveAttributes: ReadonlySet<unknown> = new Set([
  "name",
  "email",
  "cancelEmail",
  "locale",
  "timezone",
  "dob",
  "avatar",
  "unlinkIdentity",
]);

const readAttribute = (body: unknown): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, "attribute") : undefined;

/** Whether a request may hold a secret; it then has no code sample. */
export const isSensitiveRequest = ({
  call: endpoint,
  input,
}: {
  readonly call: Pick<Endpoint, "id" | "path">;
  readonly input: { readonly body?: unknown };
}): boolean =>
  isSensitiveEndpoint(endpoint) &&
  !nonSensitiveEndpoints.has(endpoint.id) &&
  !(endpoint.id === "account.update" && nonSensitiveAttributes.has(readAttribute(input.body)));
