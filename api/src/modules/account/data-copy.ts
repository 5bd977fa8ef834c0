/** Handlers of the data copy: requested by the user, downloaded by the link in an email. */
import type { account as endpoints } from "#contracts/account.ts";
import { lockCallerAccount } from "../accounts/accounts.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { type Keyring, uuidv7, sha256 } from "../../core/lib/crypto.ts";
import { findCopyByLink, insertCopy, findNewestCopy, toDataCopy } from "./data-copy-store.ts";
import { copyData } from "./copy-data.ts";

const systemReason = "a user's data spans every tenant they belong to";
const dayMs = 24 * 3_600_000;

export const dataCopyHandlers = ({
  keys,
}: {
  readonly keys: Keyring;
}): Pick<Handlers<typeof endpoints>, "requestDataCopy" | "downloadDataCopy"> => ({
  requestDataCopy: systemHandler(systemReason, async ({ tx, now, caller, audit, enqueue }) => {
    const { id: userId, firstName, lastName } = caller.user;
    // The lock serializes concurrent requests, so the second one finds the first.
    await lockCallerAccount(tx, caller);
    const newest = await findNewestCopy(tx, userId);
    const againAtMs = newest === null ? 0 : newest.created_at.getTime() + dayMs;
    if (againAtMs > now.getTime()) {
      const seconds = Math.ceil((againAtMs - now.getTime()) / 1000);
      throw new ProblemError("too_many_requests", { seconds });
    }
    audit({ target: { type: "user", id: userId, name: `${firstName} ${lastName}` } });
    // A request that is still in progress after a day is returned instead of starting another.
    if (newest?.status === "queued" || newest?.status === "running") return toDataCopy(newest);
    const created = await insertCopy(tx, uuidv7(now), userId, now);
    await enqueue(copyData, { requestId: created.id });
    return toDataCopy(created);
  }),

  downloadDataCopy: systemHandler(systemReason, async ({ tx, now, caller, path }) => {
    const copy = await findCopyByLink(tx, sha256(path.token), caller.user.id, now);
    if (copy === null) throw new ProblemError("not_found");
    const bytes = copy.file === null ? null : keys.decrypt("data copy", copy.file, copy.id);
    if (bytes === null) throw new ProblemError("token_action_expired");
    return {
      name: `boreal-data-copy-${now.toISOString().slice(0, 10)}.zip`,
      bytes: Uint8Array.from(bytes),
    };
  }),
});
