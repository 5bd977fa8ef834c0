/** Signing in with an account elsewhere, and linking one to an account here. */
import type { account } from "#contracts/account.ts";
import { type auth, SignInProvider, signInProviders } from "#contracts/auth.ts";
import { cookieOf } from "../core/cookies.ts";
import { Refusal } from "../core/errors.ts";
import { type Handlers, prepared, type RequestInfo } from "../core/handlers.ts";
import { sha256 } from "../core/keys.ts";
import {
  type ForeignIdentity,
  SignInFailure,
  type SignInProvider as Provider,
  type SignInProviders,
} from "../ports/sign-in-provider.ts";
import { enter, type EnterParts } from "./enter.ts";
import { limits } from "./limits.ts";
import {
  challengeOf,
  flowCookie,
  flowCookieOptions,
  newFlow,
  readFlow,
  sealFlow,
} from "./oauth-flow.ts";
import { accountFor, invalidCode, link, tellLinked } from "./oauth-linking.ts";
import { findLinked } from "./oauth-store.ts";
import type { AuthParts } from "./registration.ts";
import { lockCaller } from "./accounts.ts";
import { spendOnce } from "./used-nonces.ts";

export interface OauthParts extends Pick<AuthParts, "db" | "keys" | "networks" | "publicUrl"> {
  readonly signIn: SignInProviders;
  readonly secureCookies: boolean;
}

const reason = "whoever signs in is not known to the wall yet";

export const oauthHandlers = (
  parts: OauthParts & EnterParts,
): Pick<Handlers<typeof auth>, "providers" | "oauthStart" | "oauthSignIn"> => ({
  providers: async () => ({ providers: signInProviders.filter((name) => parts.signIn.has(name)) }),

  oauthStart: prepared(reason, async ({ path, now }) => {
    const { name, provider } = providerOf(parts, path.provider);
    const flow = newFlow(name, now);
    const url = await orNull(
      provider.authorizeUrl({
        state: flow.state,
        nonce: flow.nonce,
        codeChallenge: challengeOf(flow),
        redirectUri: redirectUriOf(parts, name),
      }),
    );
    if (url === null) throw new Refusal(invalidCode[name]);
    return async ({ setCookie }) => {
      setCookie(flowCookie(parts), sealFlow(parts.keys, flow), {
        ...flowCookieOptions,
        expires: new Date(flow.expiresAt),
      });
      return { url };
    };
  }),

  oauthSignIn: prepared(reason, async ({ path, body, request, now }) => {
    const { name, provider } = providerOf(parts, path.provider);
    const identity = await whoCameBack(parts, { name, provider, body, request, now });
    return async (context) => {
      context.clearCookie(flowCookie(parts), flowCookieOptions);
      if (identity === null) throw new Refusal(invalidCode[name], { keepsChanges: true });
      const account = await accountFor(parts, context, { provider: name, identity });
      return enter(parts, context, account, { factor: name });
    };
  }),
});

/** For whoever is signed in and has proven who they are: the link that a sign-in would not make by itself. */
export const linkIdentity = (
  parts: OauthParts,
): Pick<Handlers<typeof account>, "linkIdentity">["linkIdentity"] =>
  prepared(reason, async ({ path, body, request, now }) => {
    const { name, provider } = providerOf(parts, path.provider);
    const identity = await whoCameBack(parts, { name, provider, body, request, now });
    return async (context) => {
      const { tx, caller, note } = context;
      context.clearCookie(flowCookie(parts), flowCookieOptions);
      if (identity?.isEmailVerified !== true) throw new Refusal(invalidCode[name]);
      if (caller.staffRole !== null)
        throw new Refusal("action_not_possible", {
          message: "Staff accounts must sign in with a password",
        });
      const account = await lockCaller(tx, caller);
      note({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
      const linked = await findLinked(tx, name, identity.subject);
      if (linked?.user_id === caller.user.id) return null;
      if (linked !== null) throw new Refusal("email_already_in_use");
      if (!(await link(context, { provider: name, identity }, caller.user.id)))
        throw new Refusal("action_not_possible", {
          message: "Another account from this provider is already linked. Unlink it first",
        });
      await tellLinked(parts, context, account, name);
      return null;
    };
  });

function providerOf(
  parts: Pick<OauthParts, "signIn">,
  given: string,
): { name: SignInProvider; provider: Provider } {
  const name = SignInProvider.safeParse(given);
  const provider = name.success ? parts.signIn.get(name.data) : undefined;
  if (!name.success || provider === undefined) throw new Refusal("not_found");
  return { name: name.data, provider };
}

/** Each provider has an address of its own to come back to, so that none can answer for another. */
const redirectUriOf = (parts: Pick<OauthParts, "publicUrl">, name: SignInProvider): string =>
  new URL(`/auth/oauth/${name}`, parts.publicUrl).href;

/** Asks the provider only once the flow is known to be this browser's, and only once for each flow. */
async function whoCameBack(
  parts: OauthParts,
  asked: {
    name: SignInProvider;
    provider: Provider;
    body: { authorizationCode?: string | undefined; state?: string | undefined };
    request: RequestInfo;
    now: Date;
  },
): Promise<ForeignIdentity | null> {
  const { name, provider, body, request, now } = asked;
  await parts.networks.demand(limits.oauthFromNetwork, request.ip, now);
  const cookie = cookieOf(request.headers, flowCookie(parts));
  const flow = readFlow(parts.keys, cookie, { provider: name, state: body.state, now });
  if (flow === null || body.authorizationCode === undefined || body.authorizationCode === "")
    return null;
  const nonceHash = sha256(`oauth ${flow.nonce}`);
  const isFirst = await parts.db.asSystem(reason, (tx) =>
    spendOnce(tx, nonceHash, new Date(flow.expiresAt)),
  );
  if (!isFirst) return null;
  const identity = await orNull(
    provider.identify({
      code: body.authorizationCode,
      verifier: flow.verifier,
      nonce: flow.nonce,
      redirectUri: redirectUriOf(parts, name),
      now,
    }),
  );
  if (identity !== null) await parts.networks.giveBack(limits.oauthFromNetwork, request.ip);
  return identity;
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SignInFailure) return null;
    throw error;
  }
}
