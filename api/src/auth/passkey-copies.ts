/** A passkey whose counter fell is refused; its owner is told once, and the refusal is in the activity. */
import type { Call } from "#contracts/kit.ts";
import type { Context } from "../core/handlers.ts";
import { Refusal } from "../core/errors.ts";
import { sha256 } from "../core/keys.ts";
import { findAccountById } from "./accounts.ts";
import { sendNotice } from "./notices.ts";
import type { ProvenPasskey } from "./passkeys.ts";
import { spendOnce } from "./used-nonces.ts";

type Refusing = Pick<Context<Call>, "tx" | "now" | "request" | "enqueue" | "note">;

/** Longer than anybody keeps trying a passkey that is refused. */
const toldForMs = 10 * 365 * 24 * 3_600_000;

/** Throws 403 passkey_copied for a copied one. The attempt stays counted, and the note and the email are kept. */
export async function refuseCopy(
  parts: { readonly publicUrl: URL },
  context: Refusing,
  { id, userId, name, copied }: ProvenPasskey,
): Promise<void> {
  if (copied === null) return;
  const { tx, now, note } = context;
  const account = await findAccountById(tx, userId);
  if (account !== null) {
    note({
      actor: { id: userId, name: `${account.first_name} ${account.last_name}` },
      target: { type: "user", id: userId, name: account.email },
      changes: [
        { field: "passkey", from: null, to: name },
        { field: "counter", ...copied },
      ],
      result: "denied",
    });
    const isFirst = await spendOnce(
      tx,
      sha256(`passkey copy|${id}`),
      new Date(now.getTime() + toldForMs),
    );
    if (isFirst) await sendNotice(parts, context, account, "passkey_copied", { passkey: name });
  }
  throw new Refusal("passkey_copied", { keepsChanges: true });
}
