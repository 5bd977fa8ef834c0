/** A person's copy of their own data: asked for, and fetched by the link of a mail. */
import type { account as calls } from "#contracts/account.ts";
import { lockCaller } from "../auth/accounts.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import { type Keys, newId, sha256 } from "../core/keys.ts";
import { copyByLink, insertCopy, newestCopy, shownCopy } from "./data-copy-store.ts";

const reason = "a person's own data is in every tenant they belong to";
const dayMs = 24 * 3_600_000;

export const dataCopyHandlers = ({
  keys,
}: {
  readonly keys: Keys;
}): Pick<Handlers<typeof calls>, "requestDataCopy" | "downloadDataCopy"> => ({
  requestDataCopy: asSystem(reason, async ({ tx, now, caller, note, enqueue }) => {
    const { id: userId, firstName, lastName } = caller.user;
    // Of two requests at once, the second finds the first.
    await lockCaller(tx, caller);
    const newest = await newestCopy(tx, userId);
    const againAtMs = newest === null ? 0 : newest.created_at.getTime() + dayMs;
    if (againAtMs > now.getTime()) {
      const seconds = Math.ceil((againAtMs - now.getTime()) / 1000);
      throw new Refusal("too_many_requests", { seconds });
    }
    note({ target: { type: "user", id: userId, name: `${firstName} ${lastName}` } });
    // One that has been under way for longer than a day is the one that will come.
    if (newest?.status === "queued" || newest?.status === "running") return shownCopy(newest);
    const made = await insertCopy(tx, newId(now), userId, now);
    await enqueue("account.copyData", { requestId: made.id });
    return shownCopy(made);
  }),

  downloadDataCopy: asSystem(reason, async ({ tx, now, caller, path }) => {
    const found = await copyByLink(tx, sha256(path.token), caller.user.id, now);
    if (found === null) throw new Refusal("not_found");
    const bytes = found.file === null ? null : keys.unseal("data copy", found.file, found.id);
    if (bytes === null) throw new Refusal("token_action_expired");
    return {
      name: `boreal-data-copy-${now.toISOString().slice(0, 10)}.zip`,
      bytes: Uint8Array.from(bytes),
    };
  }),
});
