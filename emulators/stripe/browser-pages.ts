/** What the emulated Stripe sends to browsers: its script, the frame of the card form, and the page of 3-D Secure. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiContext } from "./api-context.ts";
import { text } from "./form.ts";
import type { PaymentIntent, SetupIntent } from "./records.ts";

const script = (name: string) =>
  readFileSync(new URL(`./browser/${name}`, import.meta.url), "utf8");
const scripts: Readonly<Record<string, string>> = {
  "/v3/stripe.js": script("stripe.js"),
  "/elements/frame.js": script("frame.js"),
};

const style = `
:root { font: 1rem/1.5 system-ui, sans-serif; background: transparent; }
body { margin: 0; }
form.card { display: grid; grid-template-columns: minmax(0, 1fr) 4.5em 3em; gap: 0.5rem; }
form.card input { all: unset; width: 100%; min-width: 0; color: inherit; font: inherit; line-height: 1.5; }
form.card input::placeholder { color: GrayText; opacity: 1; }
main { padding: 1.25rem; color: #1c2333; background: #fff; min-height: 100vh; box-sizing: border-box; }
h1 { font-size: 1.125rem; margin: 0 0 0.5rem; }
p { margin: 0 0 1rem; }
main form { display: grid; gap: 0.75rem; }
main button { font: inherit; min-height: 2.75rem; cursor: pointer; }
`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head><body>${body}</body></html>
`;

const cardPage = page(
  "Card",
  `<form class="card" autocomplete="off">
<input name="number" aria-label="Card number" placeholder="Card number" inputmode="numeric" autocomplete="cc-number">
<input name="expiry" aria-label="Expiration date" placeholder="MM / YY" inputmode="numeric" autocomplete="cc-exp">
<input name="cvc" aria-label="Security code" placeholder="CVC" inputmode="numeric" autocomplete="cc-csc">
</form><script type="module" src="/elements/frame.js"></script>`,
);
const controllerPage = page(
  "Controller",
  `<script type="module" src="/elements/frame.js"></script>`,
);

const answeredPage = page("Done", `<script>parent.postMessage("3ds-answered", "*")</script>`);

interface BrowserRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly context: ApiContext;
}

export function serveBrowserPage({ request, response, url, context }: BrowserRequest): void {
  const found = scripts[url.pathname];
  if (found !== undefined) return send(response, 200, "text/javascript; charset=utf-8", found);
  if (url.pathname === "/elements/card") return sendHtml(response, cardPage);
  if (url.pathname === "/elements/controller") return sendHtml(response, controllerPage);
  const id = /^\/3ds\/([A-Za-z0-9_]+)$/.exec(url.pathname)?.[1];
  const intent = id === undefined ? null : challengedIntent(context, id);
  if (intent === null) return send(response, 404, "text/plain", "Not found");
  if (request.method !== "POST") return sendHtml(response, challengePage(intent));
  answer(context, intent, text(context.form, "result") === "complete" ? "complete" : "fail");
  sendHtml(response, answeredPage);
}

/** The client secret in the URL or the form proves that the browser belongs to the customer. */
function challengedIntent(
  { account, query, form }: ApiContext,
  id: string,
): SetupIntent | PaymentIntent | null {
  const intent = account.setupIntents.get(id) ?? account.paymentIntents.get(id);
  const secret = query.get("client_secret") ?? text(form, "client_secret");
  return intent !== undefined && intent.clientSecret === secret ? intent : null;
}

function answer(
  { intents }: ApiContext,
  intent: SetupIntent | PaymentIntent,
  result: "complete" | "fail",
): void {
  if ("amount" in intent) intents.answerPayment(intent, result);
  else intents.answerSetup(intent, result);
}

function challengePage(intent: SetupIntent | PaymentIntent): string {
  const what =
    "amount" in intent
      ? `A payment of US$${(intent.amount / 100).toFixed(2)} to Boreal`
      : "Saving this card for payments to Boreal";
  return page(
    "3-D Secure",
    `<main><h1>Confirm with your bank</h1><p>${what} needs your confirmation. This page stands in for the one of your bank.</p>
<form method="post"><button name="result" value="complete">Complete authentication</button><button name="result" value="fail">Fail authentication</button></form></main>`,
  );
}

const sendHtml = (response: ServerResponse, html: string) =>
  send(response, 200, "text/html; charset=utf-8", html);

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, {
      "content-type": type,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      // The console's page isolates itself from other origins, except from resources that allow it.
      "cross-origin-resource-policy": "cross-origin",
    })
    .end(body);
}
