/** A passkey whose counter fell is refused; its owner is told once, and the refusal is in the activity. */
import type { Endpoint } from "#contracts/endpoint.ts";
import type { HandlerContext } from "../../../core/http/handlers.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import { sha256 } from "../../../core/lib/crypto.ts";
import { findAccountById } from "../../accounts/accounts.ts";
import { sendSecurityNotification } from "../../accounts/security-notifications.ts";
import type { ProvenPasskey } from "./passkeys.ts";
import { consumeNonce } from "../sessions/store.ts";

type Refusing = Pick<HandlerContext<Endpoint>, "tx" | "now" | "request" | "enqueue" | "audit">;

/** Longer than anybody keeps trying a passkey that is refused. */
const toldForMs = 10 * 365 * 24 * 3_600_000;

/** Throws 403 passkey_copied for a copied one. The attempt stays counted, and the note and the email are kept. */
export async function refuseCopy(
  parts: { readonly publicUrl: URL },
  context: Refusing,
  { id, userId, name, copied }: ProvenPasskey,
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
      new Date(now.getTime() + toldForMs),
    );
    if (isFirst)
      await sendSecurityNotification(parts, context, account, "passkey_copied", { passkey: name });
  }
  throw new ProblemError("passkey_copied", { commitsTransaction: true });
}
