import type { Call } from "#contracts/kit.ts";

/**
 * Calls that carry passwords, codes or the secrets of mailed links: signing in, the account's own, and
 * joining by invitation. They are not in the playground.
 */
export const carriesSecrets = ({ id, path }: Pick<Call, "id" | "path">): boolean =>
  /^(?:auth|account)\./.test(id) || (path.includes(":token") && !id.startsWith("tokens."));

/** Of the account's own calls, those whose requests hold nothing secret, whatever stands in them. */
const plainCalls: ReadonlySet<string> = new Set([
  "account.removePasskey",
  "account.deactivate",
  "account.requestDataCopy",
]);

/** What `account.update` changes without a password or a code. */
const plainAttributes: ReadonlySet<unknown> = new Set([
  "name",
  "email",
  "cancelEmail",
  "locale",
  "timezone",
  "dob",
  "avatar",
  "unlinkIdentity",
]);

const attributeOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, "attribute") : undefined;

/** A request that is never shown as code. */
export const holdsSecrets = ({
  call,
  input,
}: {
  readonly call: Pick<Call, "id" | "path">;
  readonly input: { readonly body?: unknown };
}): boolean =>
  carriesSecrets(call) &&
  !plainCalls.has(call.id) &&
  !(call.id === "account.update" && plainAttributes.has(attributeOf(input.body)));
