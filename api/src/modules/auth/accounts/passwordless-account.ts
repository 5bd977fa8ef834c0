/** An account that signs in without a password, or sets one by a link. */
export { insertOauthAccount as insertPasswordlessAccount } from "../oauth/store.ts";
