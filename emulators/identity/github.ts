/**
 * Emulates GitHub's OAuth and the two API requests that a sign-in needs, in GitHub's formats: the token endpoint
 * returns errors with status 200, email addresses have a list of their own, and there is no ID token.
 */
import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "#api/core/lib/clock.ts";
import { respondWithFault, type WireFault } from "./faults.ts";
import { listenHttp } from "../lib/start-server.ts";
import { readForm, sendJson } from "./http.ts";
import { UserDirectory, type ProviderUser, parseUser } from "./user-directory.ts";
import { sendErrorPage, sendSignInPage } from "./sign-in-page.ts";

export interface GithubOptions {
  /** 0 selects a free port. */
  port: number;
  host?: string;
  clock: Clock;
  client: { id: string; secret: string; redirectUris: string[] };
  users?: Omit<ProviderUser, "subject">[];
}

/** An authorization that waits for the user's decision, then for its code to be exchanged. */
interface Authorization {
  redirectUri: string;
  state: string;
  challenge: string;
  user: ProviderUser | null;
  expiresAtMs: number;
}

const codeTtlMs = 10 * 60_000;
const documentation =
  "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/";

export async function startGithub(options: GithubOptions) {
  const server = await listenHttp(options.port, options.host ?? "127.0.0.1");
  const directory = new UserDirectory(options.users ?? []);
  const pending = new Map<string, Authorization>();
  const codes = new Map<string, Authorization>();
  const tokens = new Map<string, ProviderUser>();
  let fault: WireFault | null = null;
  let tokenCalls = 0;
  let strayCalls = 0;

  function authorize(response: ServerResponse, query: URLSearchParams): void {
    const redirectUri = query.get("redirect_uri") ?? "";
    if (query.get("client_id") !== options.client.id)
      return sendErrorPage(response, 404, "This application does not exist.");
    if (!options.client.redirectUris.includes(redirectUri))
      return sendErrorPage(
        response,
        400,
        "The redirect_uri is not associated with this application.",
      );
    const challenge = query.get("code_challenge") ?? "";
    if (challenge === "" || query.get("code_challenge_method") !== "S256")
      return sendErrorPage(response, 400, "A code challenge is required.");
    const id = randomBytes(16).toString("hex");
    pending.set(id, {
      redirectUri,
      state: query.get("state") ?? "",
      challenge,
      user: null,
      expiresAtMs: options.clock.now().getTime() + codeTtlMs,
    });
    sendSignInPage(response, {
      provider: "GitHub",
      action: `/login/oauth/authorize/${id}`,
      users: directory.all(),
      hasDomains: false,
    });
  }

  function decide(response: ServerResponse, id: string, user: ProviderUser | null): void {
    const authorization = pending.get(id);
    pending.delete(id);
    if (authorization === undefined)
      return sendErrorPage(
        response,
        400,
        "This sign-in has expired. Return to the application and start again.",
      );
    const back = new URL(authorization.redirectUri);
    if (user === null) {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The user has denied your application access.");
    } else {
      const code = randomBytes(10).toString("hex");
      directory.add(user);
      codes.set(code, { ...authorization, user });
      back.searchParams.set("code", code);
    }
    if (authorization.state !== "") back.searchParams.set("state", authorization.state);
    response.writeHead(302, { location: back.href }).end();
  }

  function exchange(response: ServerResponse, form: URLSearchParams): void {
    const reject = (error: string, text: string) =>
      sendJson(response, 200, {
        error,
        error_description: text,
        error_uri: `${documentation}#${error.replaceAll("_", "-")}`,
      });
    if (
      form.get("client_id") !== options.client.id ||
      form.get("client_secret") !== options.client.secret
    )
      return reject(
        "incorrect_client_credentials",
        "The client_id and/or client_secret passed are incorrect.",
      );
    const code = form.get("code") ?? "";
    const authorization = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      authorization?.user == null ||
      authorization.expiresAtMs <= options.clock.now().getTime() ||
      authorization.challenge !== challenge
    )
      return reject("bad_verification_code", "The code passed is incorrect or expired.");
    if (form.get("redirect_uri") !== authorization.redirectUri)
      return reject(
        "redirect_uri_mismatch",
        "The redirect_uri MUST match the registered callback URL for this application.",
      );
    const token = `gho_${randomBytes(18).toString("hex")}`;
    tokens.set(token, authorization.user);
    sendJson(response, 200, {
      access_token: token,
      token_type: "bearer",
      scope: "read:user,user:email",
    });
  }

  function read(request: IncomingMessage, response: ServerResponse, path: string): void {
    if (request.headers["user-agent"] === undefined)
      return sendJson(response, 403, { message: "Request forbidden by administrative rules." });
    const token = /^(?:bearer|token) (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    const user = tokens.get(token ?? "");
    if (user === undefined)
      return sendJson(response, 401, { message: "Bad credentials", status: "401" });
    sendJson(response, 200, path === "/user" ? toGithubUser(user) : toGithubEmails(user));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", server.url);
    const route = `${request.method} ${url.pathname}`;
    const decision = /^POST \/login\/oauth\/authorize\/([0-9a-f]{32})$/.exec(route)?.[1];
    if (decision !== undefined) decide(response, decision, parseUser(await readForm(request)));
    else if (route === "GET /login/oauth/authorize") authorize(response, url.searchParams);
    else if (route === "POST /login/oauth/access_token") {
      tokenCalls += 1;
      const form = await readForm(request);
      if (fault === null) exchange(response, form);
      else respondWithFault(response, fault, `${server.url}/elsewhere`);
    } else if (route === "GET /user" || route === "GET /user/emails")
      read(request, response, url.pathname);
    else {
      if (url.pathname === "/elsewhere") strayCalls += 1;
      sendJson(response, 404, { message: "Not Found", status: "404" });
    }
  }

  server.handleWith((request, response) => {
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`github emulator: ${String(error)}\n`);
      request.socket.destroy();
    });
  });

  return {
    url: server.url,
    client: options.client,
    /** Injects the fault into every following code exchange; `null` removes it. */
    fail(next: WireFault | null): void {
      fault = next;
    },
    /** Number of requests to the token endpoint. */
    tokenCalls: () => tokenCalls,
    /** Number of requests that followed the token endpoint's redirect. */
    strayCalls: () => strayCalls,
    stop: () => server.stop(),
  };
}

export type Github = Awaited<ReturnType<typeof startGithub>>;

const githubLogin = (user: ProviderUser): string =>
  user.email.replace(/@.*$/, "").replace(/[^\w-]/g, "-");

function toGithubUser(user: ProviderUser) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  return {
    login: githubLogin(user),
    id: Number(user.subject),
    type: "User",
    site_admin: false,
    name: name === "" ? null : name,
    // Null unless the user made it public, which is rare.
    email: null,
  };
}

function toGithubEmails(user: ProviderUser) {
  return [
    {
      email: `${user.subject}+${githubLogin(user)}@users.noreply.github.com`,
      primary: false,
      verified: true,
      visibility: null,
    },
    { email: user.email, primary: true, verified: user.emailVerified, visibility: "private" },
  ];
}
