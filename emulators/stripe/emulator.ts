/**
 * Emulates the part of Stripe that Boreal uses, on its real protocol: the API with form-encoded bodies, signed webhooks,
 * the browser script with its card form, and the page of 3-D Secure.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import Stripe from "stripe";
import type { Clock } from "#api/core/lib/clock.ts";
import { FaultRules } from "../lib/faults.ts";
import { listenHttp } from "../lib/start-server.ts";
import { Account } from "./account.ts";
import { viewCharge, viewDispute, viewRefund } from "./api-objects.ts";
import type { ApiContext } from "./api-context.ts";
import { renderPayment, renderSetup } from "./api-intents.ts";
import { serveBrowserPage } from "./browser-pages.ts";
import { StripeRejection, faultError, invalidRequest, missing } from "./errors.ts";
import { Disputes } from "./disputes.ts";
import { EventLog, type WebhookTarget } from "./events.ts";
import { parseForm, text } from "./form.ts";
import { IdempotentResponses } from "./idempotency.ts";
import { Intents } from "./intents.ts";
import { failRefund } from "./refunds.ts";
import { cardView } from "./views.ts";
import { apiRoutes } from "./routes.ts";

export interface StripeEmulatorOptions {
  /** 0 selects a free port. */
  port: number;
  host?: string;
  clock: Clock;
  secretKey?: string;
  publishableKey?: string;
  webhook?: WebhookTarget;
  /** Pauses before each repetition of a failed delivery; by default a test repeats it. */
  retryDelaysMs?: readonly number[];
  /** Keeps the account across restarts. */
  statePath?: string;
}

const bodyLimitBytes = 1024 * 1024;

export async function startStripeEmulator(options: StripeEmulatorOptions) {
  const server = await listenHttp(options.port, options.host ?? "127.0.0.1");
  const account = new Account(options.clock, options.statePath ?? null);
  const secretKey = options.secretKey ?? "sk_test_boreal";
  const publishableKey = options.publishableKey ?? "pk_test_boreal";
  const log = new EventLog(account, {
    apiVersion: Stripe.API_VERSION,
    target: options.webhook ?? null,
    retryDelaysMs: options.retryDelaysMs ?? [],
  });
  const faults = new FaultRules();
  const responses = new IdempotentResponses();
  const emit = (type: string, id: string) => void log.add(type, viewById(id));
  const disputes = new Disputes(account, emit);
  const intents = new Intents(account, emit, disputes);

  const context = (form: string, query: URLSearchParams, isBrowser: boolean): ApiContext => ({
    account,
    intents,
    emit,
    origin: server.url,
    form: parseForm(form),
    query,
    isBrowser,
  });

  function viewById(id: string): object {
    const own = context("", new URLSearchParams(), false);
    const setup = account.setupIntents.get(id);
    if (setup !== undefined) return renderSetup(own, setup);
    const payment = account.paymentIntents.get(id);
    if (payment !== undefined) return renderPayment(own, payment);
    const card = account.cards.get(id);
    if (card !== undefined) return cardView(card);
    if (account.charges.has(id)) return viewCharge(own, id);
    return account.refunds.has(id) ? viewRefund(own, id) : viewDispute(own, id);
  }

  function serveApi(request: IncomingMessage, url: URL, body: string) {
    const method = request.method ?? "GET";
    const key = credentialOf(request, body, url);
    const isBrowser = key === publishableKey;
    if (key !== secretKey && !isBrowser)
      throw invalidRequest(`Invalid API Key provided: ${key.slice(0, 8)}***`, { status: 401 });
    const event = /^\/v1\/events\/([A-Za-z0-9_]+)$/.exec(url.pathname)?.[1];
    if (method === "GET" && event !== undefined && !isBrowser) return viewEvent(event);
    if (method === "GET" && url.pathname === "/v1/events" && !isBrowser)
      return { object: "list", url: "/v1/events", has_more: false, data: log.events.toReversed() };
    for (const candidate of apiRoutes) {
      const match = candidate.method === method ? candidate.pattern.exec(url.pathname) : null;
      if (match === null || (isBrowser && candidate.fromBrowser !== true)) continue;
      return candidate.handle(context(body, url.searchParams, isBrowser), match[1] ?? "");
    }
    throw invalidRequest(`Unrecognized request URL (${method}: ${url.pathname}).`, { status: 404 });
  }

  function viewEvent(id: string) {
    const found = log.events.find((event) => event.id === id);
    if (found === undefined) throw missing("event", id);
    return found;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", server.url);
    const body = await readBody(request);
    if (!url.pathname.startsWith("/v1/")) {
      const own = context(body, url.searchParams, true);
      serveBrowserPage({ request, response, url, context: own });
      account.save();
      return;
    }
    const method = request.method ?? "GET";
    const fault = faults.take({ service: "stripe", region: null, method, path: url.pathname });
    if (fault?.kind === "down") return void request.socket.destroy();
    if (fault?.kind === "slow") await delay(fault.delayMs, undefined, { ref: false });
    const execute = () => {
      try {
        return { status: 200, body: serveApi(request, url, body) };
      } catch (error) {
        if (!(error instanceof StripeRejection)) throw error;
        return { status: error.status, body: error.body };
      }
    };
    const header = request.headers["idempotency-key"];
    const key = method === "POST" && typeof header === "string" ? header : undefined;
    const answer = () => {
      if (fault?.kind === "status" || fault?.kind === "rate-limit") {
        const { status, body: error } = faultError(fault.kind === "status" ? fault.status : 429);
        return { status, body: error, isReplayed: false };
      }
      try {
        return responses.run(key, `${method} ${url.pathname} ${body}`, execute);
      } catch (error) {
        if (!(error instanceof StripeRejection)) throw error;
        return { status: error.status, body: error.body, isReplayed: false };
      }
    };
    const result = answer();
    if (method !== "GET") account.save();
    if (fault?.kind === "lost-answer") return void request.socket.destroy();
    response.writeHead(result.status, {
      "content-type": "application/json",
      "request-id": `req_${randomBytes(7).toString("hex")}`,
      "stripe-version": String(request.headers["stripe-version"] ?? Stripe.API_VERSION),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(result.isReplayed && { "idempotent-replayed": "true" }),
    });
    response.end(JSON.stringify(result.body, null, 2));
  }

  server.handleWith((request, response) => {
    handle(request, response).catch((error: unknown) => {
      process.stderr.write(`stripe emulator: ${String(error)}\n`);
      request.socket.destroy();
    });
  });

  return {
    url: server.url,
    scriptUrl: `${server.url}/v3/stripe.js`,
    secretKey,
    publishableKey,
    account,
    intents,
    disputes,
    /** Ends the payments that banks have processed for their days, and sends their events. */
    endProcessing: () => {
      for (const intent of account.paymentIntents.values()) intents.endProcessing(intent);
    },
    /** Ends refunds of the account as Stripe does days later. */
    failRefund: (id: string) => failRefund(account, emit, id),
    log,
    faults,
    stop: async () => {
      await log.settled();
      await server.stop();
    },
  };
}

export type StripeEmulator = Awaited<ReturnType<typeof startStripeEmulator>>;

/** Bearer or Basic, or `key` in the form of a browser. */
function credentialOf(request: IncomingMessage, body: string, url: URL): string {
  const { authorization = "" } = request.headers;
  const bearer = /^Bearer (\S+)$/.exec(authorization)?.[1];
  if (bearer !== undefined) return bearer;
  const basic = /^Basic (\S+)$/.exec(authorization)?.[1];
  if (basic !== undefined) return Buffer.from(basic, "base64").toString().replace(/:$/, "");
  return text(parseForm(body), "key") ?? url.searchParams.get("key") ?? "";
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > bodyLimitBytes) throw new Error("The body is too large");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}
