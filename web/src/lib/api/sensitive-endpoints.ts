import type { Endpoint } from "#contracts/endpoint.ts";

/**
 * Calls that carry passwords, codes or the secrets of mailed links: signing in, the account's own, and
 * joining by invitation. They are not in the playground.
 */
export const isSensitiveEndpoint = ({ id, path }: Pick<Endpoint, "id" | "path">): boolean =>
  /^(?:auth|account)\./.test(id) || (path.includes(":token") && !id.startsWith("tokens."));

/** Of the account's own calls, those whose requests hold nothing secret, whatever stands in them. */
const nonSensitiveEndpoints: ReadonlySet<string> = new Set([
  "account.removePasskey",
  "account.deactivate",
  "account.requestDataCopy",
]);

/** What `account.update` changes without a password or a code. */
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

/** A request that is never shown as code. */
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
