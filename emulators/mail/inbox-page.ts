/** The inbox as plain HTML without scripts. The HTML of an email is never rendered. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Mail, Mailbox } from "./mailbox.ts";

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
ol { list-style: none; padding: 0; }
li { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.75rem 0; }
li a { font-weight: 600; }
li p, dd { margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { font-weight: 600; }
pre { font: inherit; white-space: pre-wrap; border-top: 1px solid; padding-top: 1rem; }
`;

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((segment, index) => {
      const safe = escapeHtml(segment);
      return index % 2 === 1 ? `<a href="${safe}" rel="noreferrer">${safe}</a>` : safe;
    })
    .join("");
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/inbox.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

function formatReceivedAt(mail: Mail): string {
  const readable = mail.receivedAt.replace("T", " ").replace(/\.\d+Z$/, " UTC");
  return `<time datetime="${mail.receivedAt}">${readable}</time>`;
}

function listPage(mails: Mail[]): string {
  const items = mails
    .toReversed()
    .map(
      (mail) => `<li>
<a href="/mails/${mail.id}">${escapeHtml(mail.subject || "(no subject)")}</a>
<p>To ${escapeHtml(mail.to.join(", "))}, ${formatReceivedAt(mail)}</p>
</li>`,
    )
    .join("\n");
  const list = items ? `<ol>\n${items}\n</ol>` : "<p>No emails yet. Reload after one is sent.</p>";
  return page("Inbox", `<h1>Inbox</h1>\n${list}`);
}

function mailPage(mail: Mail): string {
  const subject = mail.subject || "(no subject)";
  return page(
    subject,
    `<p><a href="/">Back to the inbox</a></p>
<h1>${escapeHtml(subject)}</h1>
<dl>
<dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
<dt>To</dt><dd>${escapeHtml(mail.to.join(", "))}</dd>
<dt>Received</dt><dd>${formatReceivedAt(mail)}</dd>
</dl>
<pre>${withLinks(mail.text)}</pre>`,
  );
}

export function handleInbox(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const send = (status: number, type: string, body: string) => {
    response.writeHead(status, { ...HEADERS, "content-type": `${type}; charset=utf-8` });
    response.end(request.method === "HEAD" ? undefined : body);
  };
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return send(405, "text/plain", "The inbox is read-only.\n");
  }
  const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://inbox");
  if (path === "/") return send(200, "text/html", listPage(mailbox.all()));
  if (path === "/inbox.css") return send(200, "text/css", STYLE);
  if (path === "/messages.json") {
    const to = searchParams.get("to");
    const mails = mailbox.all().filter((mail) => to === null || mail.to.includes(to));
    return send(200, "application/json", JSON.stringify(mails));
  }
  const id = /^\/mails\/(\d+)$/.exec(path)?.[1];
  const mail = id === undefined ? undefined : mailbox.find(Number(id));
  if (mail) return send(200, "text/html", mailPage(mail));
  send(404, "text/html", page("Not found", `<h1>Not found</h1><p><a href="/">Inbox</a></p>`));
}
