/** What may be done with an access token. */
import { type Token, type TokenAction, tokens, tokenUnavailableReason } from "../tokens.ts";
import { type Action, defineAction } from "./action.ts";

type TokenSubject = Pick<Token, "status" | "replacedAt">;

const tokenAction = (
  endpoint: Action<TokenSubject>["endpoint"],
  name: TokenAction,
): Action<TokenSubject> =>
  defineAction(endpoint, {
    unavailable: (token) => {
      const reason = tokenUnavailableReason(name, token);
      return reason !== null && name === "revoke" ? { ...reason, isRepeat: true } : reason;
    },
  });

export const tokenActions = {
  rotate: tokenAction(tokens.rotate, "rotate"),
  revoke: tokenAction(tokens.remove, "revoke"),
};
