/** An account elsewhere one no longer wants to sign in with. */
import { lockCaller } from "../auth/accounts.ts";
import { notifiedOf, sendNotice } from "../auth/notices.ts";
import { unlink } from "../auth/unlink.ts";
import { demandConfirmed } from "../core/access.ts";
import { type Changing, nothingElse } from "./parts.ts";

export const unlinkIdentity: Changing<"unlinkIdentity"> = async (parts, asked, { identityId }) => {
  demandConfirmed(asked.caller, asked.now);
  return async (context) => {
    const { tx, caller, note } = context;
    const account = await lockCaller(tx, caller);
    const provider = await unlink(tx, account, identityId);
    await sendNotice(parts, context, notifiedOf(caller), "identity_unlinked", {
      provider: providerNames[provider],
    });
    note({
      target: { type: "user", id: caller.user.id, name: caller.user.email },
      changes: [{ field: "identity", from: provider, to: null }],
    });
    return nothingElse;
  };
};

const providerNames = { google: "Google", github: "GitHub" } as const;
