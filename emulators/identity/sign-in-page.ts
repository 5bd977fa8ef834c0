/** The sign-in page: plain HTML without scripts and passwords. */
import type { ServerResponse } from "node:http";
import type { ProviderUser } from "./user-directory.ts";

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; line-height: 1.3; }
h2 { font-size: 1rem; margin: 2rem 0 0; }
form { display: grid; gap: 0.75rem; margin: 1rem 0; }
label { display: grid; gap: 0.125rem; }
label.check { grid-template-columns: max-content 1fr; gap: 0.5rem; }
input:not([type="checkbox"]), button { font: inherit; padding: 0.5rem 0.75rem; min-height: 2.75rem; }
button { cursor: pointer; text-align: start; }
.buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.buttons button { text-align: center; }
`;

/** Without form-action, because browsers also apply it to the redirect back to the console. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

const hiddenInput = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

function userButton(action: string, user: ProviderUser): string {
  return `<form method="post" action="${escapeHtml(action)}">
${hiddenInput("subject", user.subject)}
${hiddenInput("email", user.email)}
${hiddenInput("firstName", user.firstName)}
${hiddenInput("lastName", user.lastName)}
${hiddenInput("hostedDomain", user.hostedDomain ?? "")}
${user.emailVerified ? hiddenInput("emailVerified", "on") : ""}
<button name="decision" value="continue">${escapeHtml(user.email)}</button>
</form>`;
}

const field = (name: string, label: string, type = "text"): string =>
  `<label>${label}<input type="${type}" name="${name}" maxlength="200" autocomplete="off"></label>`;

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, headers);
  response.end(html);
}

export function sendSignInPage(
  response: ServerResponse,
  options: { provider: string; action: string; users: ProviderUser[]; hasDomains: boolean },
): void {
  const known = options.users.map((user) => userButton(options.action, user)).join("\n");
  const body = `<p>This is an emulator of ${options.provider}. It doesn't check passwords or accounts.</p>
${known === "" ? "" : `<h2>Choose an account</h2>\n${known}\n<h2>Or use another</h2>`}
<form method="post" action="${escapeHtml(options.action)}">
${field("email", "Email address", "email")}
${field("firstName", "First name")}
${field("lastName", "Last name")}
${options.hasDomains ? field("hostedDomain", "Organization domain (optional)") : ""}
<label class="check"><input type="checkbox" name="emailVerified" checked>${options.provider} has verified this address</label>
<p class="buttons"><button name="decision" value="continue">Continue</button>
<button name="decision" value="refuse">Cancel</button></p>
</form>`;
  sendHtml(response, 200, page(`Sign in with ${options.provider}`, body));
}

export function sendErrorPage(response: ServerResponse, status: number, message: string): void {
  sendHtml(response, status, page("Something went wrong", `<p>${escapeHtml(message)}</p>`));
}
