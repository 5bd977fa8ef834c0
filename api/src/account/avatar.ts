/** A person's picture. A new one has a new, random address, so that the old one's tells nothing. */
import { randomUUID } from "node:crypto";
import type { account as calls } from "#contracts/account.ts";
import { limits } from "../auth/limits.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem } from "../core/handlers.ts";
import { isId } from "../core/keys.ts";
import { type Changing, nothingElse, reason } from "./parts.ts";
import { readPicture } from "./picture.ts";
import { findAvatar, replaceAvatar } from "./store.ts";

export const avatar: Changing<"avatar"> = async (parts, { caller, now }, { image }) => {
  if (image !== null) await parts.throttle.demand(limits.avatar, caller.user.id, now);
  const picture = image === null ? null : await readPicture(image);
  return async (context) => {
    const { tx, note } = context;
    const { id: userId, email } = caller.user;
    const made = picture === null ? null : { id: randomUUID(), userId, image: picture };
    await replaceAvatar(tx, userId, made, now);
    note({
      target: { type: "user", id: userId, name: email },
      changes: [{ field: "avatar", from: null, to: made === null ? null : "changed" }],
    });
    return nothingElse;
  };
};

export const showAvatar = asSystem<(typeof calls)["avatar"]>(
  reason,
  async ({ tx, path, caller }) => {
    const isStaff = caller.staffRole !== null;
    const found = isId(path.avatar)
      ? await findAvatar(tx, path.avatar, { userId: caller.user.id, isStaff })
      : null;
    if (found === null) throw new Refusal("not_found");
    return { name: "avatar.webp", bytes: Uint8Array.from(found.image) };
  },
);
