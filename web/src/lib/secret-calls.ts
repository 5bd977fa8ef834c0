import type { Call } from "#contracts/kit.ts";

/**
 * Calls that carry passwords, codes or the secrets of mailed links: signing in, the account's own, and
 * joining by invitation. They are never shown as code and not in the playground.
 */
export const carriesSecrets = ({ id, path }: Pick<Call, "id" | "path">): boolean =>
  /^(?:auth|account)\./.test(id) || (path.includes(":token") && !id.startsWith("tokens."));
