/** Signs in with an OAuth identity, and links one to an existing account. */
import type { account } from "#contracts/account.ts";
import { type auth } from "#contracts/auth.ts";
import { SignInProvider, signInProviders } from "#contracts/sign-in-factors.ts";
import { readCookie } from "../../../core/http/cookies.ts";
import { ProblemError, actionNotPossible } from "../../../core/lib/problem-error.ts";
import { type Handlers, preparedHandler, type RequestInfo } from "../../../core/http/handlers.ts";
import { sha256 } from "../../../core/lib/crypto.ts";
import {
  type ProviderIdentity,
  OauthProviderError,
  type OauthProvider as Provider,
  type OauthProviders,
} from "../../../ports/oauth-provider.ts";
import { completeFirstFactor, type SignInDeps } from "../sign-in/complete-sign-in.ts";
import { authThrottleRules } from "../sign-in/throttle-rules.ts";
import {
  codeChallenge,
  flowCookie,
  flowCookieOptions,
  createFlow,
  decryptFlow,
  encryptFlow,
} from "./oauth-flow.ts";
import {
  resolveAccount,
  invalidCode,
  linkIdentity,
  notifyIdentityLinked,
} from "./oauth-linking.ts";
import { findIdentity } from "./store.ts";
import type { AuthDeps } from "../registration/registration.ts";
import { lockCallerAccount } from "../../accounts/accounts.ts";
import { consumeNonce } from "../sessions/store.ts";

export interface OauthDeps extends Pick<AuthDeps, "db" | "keys" | "networks" | "publicUrl"> {
  readonly signIn: OauthProviders;
  readonly secureCookies: boolean;
}

const systemReason = "a sign-in runs before there is a tenant";

export const oauthHandlers = (
  deps: OauthDeps & SignInDeps,
): Pick<Handlers<typeof auth>, "providers" | "oauthStart" | "oauthSignIn"> => ({
  providers: async () => ({ providers: signInProviders.filter((name) => deps.signIn.has(name)) }),

  oauthStart: preparedHandler(systemReason, async ({ path, now }) => {
    const { name, provider } = requireProvider(deps, path.provider);
    const flow = createFlow(name, now);
    const url = await nullOnProviderError(
      provider.authorizeUrl({
        state: flow.state,
        nonce: flow.nonce,
        codeChallenge: codeChallenge(flow),
        redirectUri: redirectUri(deps, name),
      }),
    );
    if (url === null) throw new ProblemError(invalidCode[name]);
    return async ({ setCookie }) => {
      setCookie(flowCookie(deps), encryptFlow(deps.keys, flow), {
        ...flowCookieOptions,
        expires: new Date(flow.expiresAt),
      });
      return { url };
    };
  }),

  oauthSignIn: preparedHandler(systemReason, async ({ path, body, request, now }) => {
    const { name, provider } = requireProvider(deps, path.provider);
    const identity = await exchangeAuthorizationCode(deps, { name, provider, body, request, now });
    return async (context) => {
      context.clearCookie(flowCookie(deps), flowCookieOptions);
      if (identity === null)
        throw new ProblemError(invalidCode[name], { commitsTransaction: true });
      const account = await resolveAccount(deps, context, { provider: name, identity });
      return completeFirstFactor(deps, context, account, { factor: name });
    };
  }),
});

/**
 * Links an identity to the account of a signed-in, reauthenticated user, where a sign-in would not link it
 * automatically.
 */
export const linkIdentityHandler = (
  deps: OauthDeps,
): Pick<Handlers<typeof account>, "linkIdentity">["linkIdentity"] =>
  preparedHandler(systemReason, async ({ path, body, request, now }) => {
    const { name, provider } = requireProvider(deps, path.provider);
    const identity = await exchangeAuthorizationCode(deps, { name, provider, body, request, now });
    return async (context) => {
      const { tx, caller, audit } = context;
      context.clearCookie(flowCookie(deps), flowCookieOptions);
      if (identity?.isEmailVerified !== true) throw new ProblemError(invalidCode[name]);
      if (caller.staffRole !== null) throw actionNotPossible("staff_sign_in_with_password");
      const account = await lockCallerAccount(tx, caller);
      audit({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
      const linked = await findIdentity(tx, name, identity.subject);
      if (linked?.user_id === caller.user.id) return null;
      if (linked !== null) throw new ProblemError("email_already_in_use");
      if (!(await linkIdentity(context, { provider: name, identity }, caller.user.id)))
        throw actionNotPossible("provider_already_linked");
      await notifyIdentityLinked(deps, context, account, name);
      return null;
    };
  });

function requireProvider(
  deps: Pick<OauthDeps, "signIn">,
  providerName: string,
): { name: SignInProvider; provider: Provider } {
  const name = SignInProvider.safeParse(providerName);
  const provider = name.success ? deps.signIn.get(name.data) : undefined;
  if (!name.success || provider === undefined) throw new ProblemError("not_found");
  return { name: name.data, provider };
}

/** Each provider has its own redirect URI, so one provider cannot respond for another. */
const redirectUri = (deps: Pick<OauthDeps, "publicUrl">, name: SignInProvider): string =>
  new URL(`/auth/oauth/${name}`, deps.publicUrl).href;

/** Calls the provider only when the flow belongs to this browser, and only once per flow. */
async function exchangeAuthorizationCode(
  deps: OauthDeps,
  exchange: {
    name: SignInProvider;
    provider: Provider;
    body: { authorizationCode?: string | undefined; state?: string | undefined };
    request: RequestInfo;
    now: Date;
  },
): Promise<ProviderIdentity | null> {
  const { name, provider, body, request, now } = exchange;
  await deps.networks.consumeOrThrow(authThrottleRules.oauthFromNetwork, request.ip, now);
  const cookie = readCookie(request.headers, flowCookie(deps));
  const flow = decryptFlow(deps.keys, cookie, { provider: name, state: body.state, now });
  if (flow === null || body.authorizationCode === undefined || body.authorizationCode === "")
    return null;
  const nonceHash = sha256(`oauth ${flow.nonce}`);
  const isFirst = await deps.db.withSystemRole(systemReason, (tx) =>
    consumeNonce(tx, nonceHash, new Date(flow.expiresAt)),
  );
  if (!isFirst) return null;
  const identity = await nullOnProviderError(
    provider.identify({
      code: body.authorizationCode,
      verifier: flow.verifier,
      nonce: flow.nonce,
      redirectUri: redirectUri(deps, name),
      now,
    }),
  );
  if (identity !== null) await deps.networks.refund(authThrottleRules.oauthFromNetwork, request.ip);
  return identity;
}

async function nullOnProviderError<T>(pending: Promise<T>): Promise<T | null> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof OauthProviderError) return null;
    throw error;
  }
}
