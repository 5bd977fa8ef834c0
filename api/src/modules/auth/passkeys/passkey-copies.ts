/** Rejects a passkey whose signature counter did not increase. Audits each attempt and notifies the owner once. */
import type { Endpoint } from "#contracts/endpoint.ts";
import type { HandlerContext } from "../../../core/http/handlers.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { sha256 } from "../../../core/lib/crypto.ts";
import { findAccountById } from "../../accounts/accounts.ts";
import { sendSecurityNotification } from "../../accounts/security-notifications.ts";
import type { VerifiedPasskey } from "./passkeys.ts";
import { consumeNonce } from "../sessions/store.ts";

type RejectContext = Pick<HandlerContext<Endpoint>, "tx" | "now" | "request" | "enqueue" | "audit">;

/** Sends one notification per passkey: this is longer than anyone keeps trying a rejected passkey. */
const notifiedForMs = 10 * 365 * 24 * 3_600_000;

/** Throws 403 passkey_copied for a copied passkey. Commits the counted attempt, the audit event and the email. */
export async function rejectCopy(
  deps: { readonly publicUrl: URL },
  context: RejectContext,
  { id, userId, name, copied }: VerifiedPasskey,
): Promise<void> {
  if (copied === null) return;
  const { tx, now, audit } = context;
  const account = await findAccountById(tx, userId);
  if (account !== null) {
    audit({
      actor: { id: userId, name: `${account.first_name} ${account.last_name}` },
      target: { type: "user", id: userId, name: account.email },
      changes: [
        { field: "passkey", from: null, to: name },
        { field: "counter", ...copied },
      ],
      result: "denied",
    });
    const isFirst = await consumeNonce(
      tx,
      sha256(`passkey copy|${id}`),
      new Date(now.getTime() + notifiedForMs),
    );
    if (isFirst)
      await sendSecurityNotification(deps, context, account, "passkey_copied", { passkey: name });
  }
  throw new ProblemError("passkey_copied", { commitsTransaction: true });
}
