/** HTML error page, used when the console's own page cannot be served. Its policy loads nothing. */
import type { IncomingHttpHeaders } from "node:http";
import { type Locale, locales } from "#contracts/locale.ts";
import { readCookie } from "./cookies.ts";

const texts: Readonly<
  Record<
    Locale,
    { title: string; tooLong: string; unreadable: string; broken: string; id: string; home: string }
  >
> = {
  en: {
    title: "We couldn't open this page",
    tooLong: "The URL is too long. Check the link, or go to the start page.",
    unreadable:
      "The address contains characters that can't be read. Check the link, or go to the start page.",
    broken: "Something went wrong. Go to the start page, or try again later.",
    id: "Request ID",
    home: "Go to the start page",
  },
  de: {
    title: "Diese Seite lässt sich nicht öffnen",
    tooLong: "Die Adresse ist zu lang. Prüfen Sie den Link oder gehen Sie zur Startseite.",
    unreadable:
      "Die Adresse enthält unlesbare Zeichen. Prüfen Sie den Link oder gehen Sie zur Startseite.",
    broken:
      "Etwas ist schiefgegangen. Gehen Sie zur Startseite oder versuchen Sie es später erneut.",
    id: "Anfrage-ID",
    home: "Zur Startseite",
  },
};

/** The first supported language in an Accept-Language header or locale cookie; English if there is none. */
export const preferredLanguage = (requested: string): Locale =>
  requested
    .split(",")
    .map((part) => locales.find((locale) => part.trim().toLowerCase().startsWith(locale)))
    .find((locale) => locale !== undefined) ?? "en";

/** HTML of the error page. It contains nothing from the request; the request id comes from the server. */
export function errorPage(
  headers: IncomingHttpHeaders,
  { status, requestId }: { readonly status: number; readonly requestId: string },
): string {
  const language = preferredLanguage(
    readCookie(headers, "locale") ?? headers["accept-language"] ?? "",
  );
  const text = texts[language];
  const sentence = { 400: text.unreadable, 414: text.tooLong }[status] ?? text.broken;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text.title}</title>
</head>
<body>
<main>
<h1>${text.title}</h1>
<p>${sentence}</p>
<p><a href="/">${text.home}</a></p>
<p><small>${text.id}: ${requestId}</small></p>
</main>
</body>
</html>
`;
}
