/** The avatar of a user. A new avatar gets a new random URL, so that the URL of the old one reveals nothing. */
import { randomUUID } from "node:crypto";
import type { account as endpoints } from "#contracts/account.ts";
import { authThrottleRules } from "../auth/sign-in/throttle-rules.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { systemHandler } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";
import { type AttributeHandler, defaultUpdateResult, systemReason } from "./update-types.ts";
import { parseAvatarImage } from "./avatar-image.ts";
import { findAvatar, replaceAvatar } from "./store.ts";

export const avatarAttribute: AttributeHandler<"avatar"> = async (
  deps,
  { caller, now },
  { image },
) => {
  if (image !== null)
    await deps.throttle.consumeOrThrow(authThrottleRules.avatar, caller.user.id, now);
  const imageBytes = image === null ? null : await parseAvatarImage(image);
  return async (context) => {
    const { tx, audit } = context;
    const { id: userId, email } = caller.user;
    const created = imageBytes === null ? null : { id: randomUUID(), userId, image: imageBytes };
    await replaceAvatar(tx, userId, created, now);
    audit({
      target: { type: "user", id: userId, name: email },
      changes: [{ field: "avatar", from: null, to: created === null ? null : "changed" }],
    });
    return defaultUpdateResult;
  };
};

export const getAvatarHandler = systemHandler<(typeof endpoints)["avatar"]>(
  systemReason,
  async ({ tx, path, caller }) => {
    const isStaff = caller.staffRole !== null;
    const avatar = isUuid(path.avatar)
      ? await findAvatar(tx, path.avatar, { userId: caller.user.id, isStaff })
      : null;
    if (avatar === null) throw new ProblemError("not_found");
    return { name: "avatar.webp", bytes: Uint8Array.from(avatar.image) };
  },
);
