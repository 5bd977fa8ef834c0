/**
 * Emulates Google's sign-in on the real protocol: discovery, keys, the authorization code flow with
 * PKCE, signed ID tokens, userinfo. Paths and claims are Google's; users are entered on its page.
 */
import type { Context } from "oidc-provider";
import { interactionPolicy, Provider } from "oidc-provider";
import type { Clock } from "#api/core/lib/clock.ts";
import { respondWithFault, type WireFault } from "./faults.ts";
import { listenHttp } from "../lib/start-server.ts";
import { readForm } from "./http.ts";
import { newSigningKey, resignToken, type TokenFault } from "./id-token.ts";
import { UserDirectory, type ProviderUser, parseUser } from "./user-directory.ts";
import { ProviderStore } from "./provider-store.ts";
import { sendErrorPage, sendSignInPage } from "./sign-in-page.ts";

export type GoogleFault = TokenFault | WireFault;

export interface GoogleOptions {
  /** 0 selects a free port. */
  port: number;
  host?: string;
  clock: Clock;
  client: { id: string; secret: string; redirectUris: string[] };
  /** Offered on the page, next to the users who signed in before. */
  users?: Omit<ProviderUser, "subject">[];
}

const wireFaults: readonly string[] = ["redirect", "silent", "oversized", "down"];
const isWireFault = (fault: GoogleFault): fault is WireFault => wireFaults.includes(fault);

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const keyId = "emulator-1";

export async function startGoogle(options: GoogleOptions) {
  const server = await listenHttp(options.port, options.host ?? "127.0.0.1");
  const key = newSigningKey();
  const directory = new UserDirectory(options.users ?? []);
  let fault: GoogleFault | null = null;
  let tokenCalls = 0;
  let strayCalls = 0;

  const provider = new Provider(server.url, {
    ...fixedSettings,
    clients: [
      {
        client_id: options.client.id,
        client_secret: options.client.secret,
        redirect_uris: options.client.redirectUris,
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...key.export({ format: "jwk" }), kid: keyId, use: "sig", alg: "RS256" }] },
    findAccount: (_context: unknown, subject: string) => toOidcAccount(directory.find(subject)),
    loadExistingGrant: async (context: Context) => {
      const grant = new provider.Grant({
        ...(context.oidc.client && { clientId: context.oidc.client.clientId }),
        ...(context.oidc.session?.accountId !== undefined && {
          accountId: context.oidc.session.accountId,
        }),
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });

  async function handleToken(context: Context, next: () => Promise<void>): Promise<void> {
    tokenCalls += 1;
    if (fault !== null && isWireFault(fault)) {
      context.respond = false;
      respondWithFault(context.res, fault, `${server.url}/elsewhere`);
      return;
    }
    await next();
    const { body } = context;
    if (typeof body !== "object" || body === null || !("id_token" in body)) return;
    const token = resignToken(String(body.id_token), { key, now: options.clock.now(), fault });
    context.body = { ...body, id_token: token };
  }

  async function handlePage(context: Context): Promise<void> {
    context.respond = false;
    const { req, res } = context;
    try {
      await provider.interactionDetails(req, res);
    } catch {
      sendErrorPage(
        res,
        400,
        "This sign-in has expired. Return to the application and start again.",
      );
      return;
    }
    if (context.method !== "POST") {
      sendSignInPage(res, {
        provider: "Google",
        action: context.path,
        users: directory.all(),
        hasDomains: true,
      });
      return;
    }
    const user = parseUser(await readForm(req));
    if (user !== null) directory.add(user);
    const result =
      user === null
        ? { error: "access_denied", error_description: "The user denied access" }
        : { login: { accountId: user.subject, remember: false }, select_account: {} };
    res.writeHead(303, { location: await provider.interactionResult(req, res, result) }).end();
  }

  provider.use(async (context, next) => {
    if (context.path === "/token") await handleToken(context, next);
    else if (context.path.startsWith("/sign-in/")) await handlePage(context);
    else {
      if (context.path === "/elsewhere") strayCalls += 1;
      await next();
    }
  });
  server.handleWith(provider.callback());

  return {
    issuer: server.url,
    client: options.client,
    /** Injects the fault into every following token; `null` removes it. */
    fail(next: GoogleFault | null): void {
      fault = next;
    },
    /** Number of requests to the token endpoint. */
    tokenCalls: () => tokenCalls,
    /** Number of requests that followed the token endpoint's redirect. */
    strayCalls: () => strayCalls,
    stop: () => server.stop(),
  };
}

export type Google = Awaited<ReturnType<typeof startGoogle>>;

function toOidcAccount(user: ProviderUser | undefined) {
  if (user === undefined) return undefined;
  return {
    accountId: user.subject,
    claims: () => ({
      sub: user.subject,
      email: user.email,
      email_verified: user.emailVerified,
      name: `${user.firstName} ${user.lastName}`.trim(),
      given_name: user.firstName,
      family_name: user.lastName,
      ...(user.hostedDomain !== null && { hd: user.hostedDomain }),
    }),
  };
}

function policy() {
  const prompts = interactionPolicy.base();
  prompts.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  return prompts;
}

const fixedSettings = {
  adapter: ProviderStore,
  // Google includes these claims in the ID token, not only in userinfo.
  conformIdTokenClaims: false,
  claims: {
    openid: ["sub"],
    email: ["email", "email_verified", "hd"],
    profile: ["name", "given_name", "family_name"],
  },
  scopes: ["openid", "email", "profile"],
  routes: {
    authorization: "/o/oauth2/v2/auth",
    token: "/token",
    userinfo: "/v1/userinfo",
    jwks: "/oauth2/v3/certs",
  },
  // Cookies are shared by all ports of a host, so the names must be unique.
  cookies: {
    names: { session: "google-session", interaction: "google-sign-in", resume: "google-resume" },
    keys: [],
  },
  interactions: {
    policy: policy(),
    url: (_context: unknown, interaction: { uid: string }) => `/sign-in/${interaction.uid}`,
  },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  pkce: { required: () => true },
  clientBasedCORS: () => false,
  responseTypes: ["code"],
  renderError: (context: Context, out: { error: string; error_description?: string }) => {
    context.respond = false;
    sendErrorPage(context.res, 400, `${out.error}: ${out.error_description ?? ""}`);
  },
  ttl: {
    AccessToken: hourSeconds,
    AuthorizationCode: minuteSeconds,
    Grant: hourSeconds,
    IdToken: hourSeconds,
    Interaction: hourSeconds,
    Session: hourSeconds,
  },
};
