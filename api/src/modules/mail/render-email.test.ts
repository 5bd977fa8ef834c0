import { readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { describe, expect, test } from "vitest";
import { companyBrand } from "#contracts/brand.ts";
import { type Locale, locales } from "#contracts/locale.ts";
import { mailValues, serverValues } from "../../testing/mail-values.ts";
import { mailTemplates } from "./mail-templates.ts";
import { renderEmail } from "./render-email.ts";
import { mailTranslations } from "./translations.ts";

const mails = Object.entries(mailTemplates).flatMap(([template, { values: shape }]) =>
  locales.map((locale) => ({
    template,
    locale,
    fields: Object.keys(shape.shape),
    mail: (name: string) => renderEmail({ template, locale, values: mailValues(() => name) }),
  })),
);
const { link, freezeLink } = serverValues;
const linksIn = (text: string) => text.match(/https?:\/\//g)?.length ?? 0;

test.each(mails)(
  "$template in $locale is complete, as text and as HTML",
  async ({ mail, locale }) => {
    const { subject, text, html } = await mail("Ada");
    expect(subject).not.toBe("");
    expect(text).toContain("Ada");
    // What it is for: a link, or a code to type.
    expect(linksIn(text) > 0 || text.includes(serverValues.code)).toBe(true);
    for (const address of [link, freezeLink]) {
      const isInText = text.includes(address);
      expect(html.includes(`href="${address.replace("&", "&amp;")}"`)).toBe(isInText);
    }
    expect(html).toContain(`<html dir="ltr" lang="${locale}">`);
    for (const part of [subject, text, html.replace(/<style>.*?<\/style>/, "")])
      expect(part).not.toMatch(/\{\w+\}|undefined/);
  },
);

test.each(mails)(
  "$template in $locale has each of its values, as text and as HTML",
  async ({ template, locale, fields }) => {
    const values = mailValues((field) => `the ${field} given`);
    const { text, html } = await renderEmail({ template, locale, values });
    for (const [field, value] of Object.entries({
      ...values,
      at: locale === "en" ? "November 28, 2026" : "28. November 2026",
    })) {
      const isDeclared = fields.includes(field);
      expect(text.includes(value)).toBe(isDeclared);
      expect(html.includes(value.replace("&", "&amp;"))).toBe(isDeclared);
    }
  },
);

test("the plain text says the same as the HTML, once", async () => {
  const { text } = await renderEmail({
    template: "verify-email",
    locale: "de",
    values: mailValues(() => "Ada"),
  });
  expect(text).toBe(
    [
      "Hallo Ada,",
      "nur noch ein Schritt bis zur Anmeldung: Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.",
      `E-Mail bestätigen ${link}`,
      "Der Link ist 24 Stunden gültig. Wenn Sie kein Konto erstellt haben, können Sie diese E-Mail ignorieren. Unbestätigte Konten werden nach einer Woche gelöscht.\n",
    ].join("\n\n"),
  );
});

test("the HTML names the sender above the card and the company below it", async () => {
  for (const { mail } of mails) {
    const { html } = await mail("Ada");
    const [above = "", below = ""] = html.split(/<h1.*<\/h1>/s);
    expect(above).toContain(`>${companyBrand.name}</p>`);
    expect(below).toContain(`>${companyBrand.company}</p>`);
  }
});

test("the HTML loads nothing", async () => {
  for (const { mail } of mails)
    expect((await mail("Ada")).html).not.toMatch(
      /<(?:img|link|script|iframe)|url\(|@import| src=/i,
    );
});

test("a notification has time and origin, and leaves out what is not known", async () => {
  const { text: whole } = await renderEmail({
    template: "password_changed",
    locale: "en",
    timezone: "Europe/Stockholm",
    values: { ...serverValues, firstName: "Ada", device: "Firefox on Linux" },
  });
  expect(whole).toContain("Time: November 28, 2026 at 02:40 GMT+1");
  expect(whole).toContain("Device: Firefox on Linux");
  expect(whole).toContain("IP address: 203.0.113.9");
  expect(whole).toContain(freezeLink);
  const { text: german } = await renderEmail({
    template: "password_changed",
    locale: "de",
    values: { ...serverValues, firstName: "Ada", device: "Firefox on Linux" },
  });
  expect(german).toContain("Gerät: Firefox unter Linux");
  const { text: bare } = await renderEmail({
    template: "account_deactivated",
    locale: "de",
    values: { firstName: "Ada", at: serverValues.at },
  });
  expect(bare).toContain("Zeitpunkt: 28. November 2026 um 01:40 UTC");
  expect(bare).not.toMatch(/Gerät|IP-Adresse|Wenn Sie das nicht waren/);
});

test("a mail that the previous release queued is still sent", async () => {
  const notification = await renderEmail({
    template: "account_restored",
    locale: "de",
    values: { firstName: "Ada", at: "28. November 2026 um 01:40 UTC" },
  });
  expect(notification.text).toContain("Zeitpunkt: 28. November 2026 um 01:40 UTC");
  const values = {
    firstName: "Ada",
    member: "Grace",
    workspace: "Northwind",
    role: "Inhaber",
    link,
  };
  const membership = await renderEmail({ template: "member-joined", locale: "de", values });
  expect(membership.text).toContain("Rolle: Inhaber.");
});

test("a role is written in the language of the mail", async () => {
  const values = { firstName: "Ada", workspace: "Northwind", role: "limited_team_member", link };
  const texts = locales.map(
    async (locale) => (await renderEmail({ template: "role-changed", locale, values })).text,
  );
  expect(await Promise.all(texts)).toEqual([
    expect.stringContaining("is now: limited team member."),
    expect.stringContaining("ist jetzt: Teammitglied, eingeschränkt."),
  ]);
});

test("rejects an unknown template and missing values", async () => {
  const incomplete = renderEmail({
    template: "verify-email",
    locale: "en",
    values: { firstName: "Ada" },
  });
  await expect(incomplete).rejects.toThrow("link");
  const unknown = renderEmail({ template: "no-such", locale: "en", values: serverValues });
  await expect(unknown).rejects.toThrow("There is no mail template of this name");
});

test("each language has a subject of its own", async () => {
  for (const template of Object.keys(mailTemplates)) {
    const written = await Promise.all(
      locales.map((locale) => renderEmail({ template, locale, values: mailValues(() => "Ada") })),
    );
    expect(new Set(written.map(({ subject }) => subject)).size).toBe(locales.length);
  }
});

test("every message has a German translation with the same placeholders", async () => {
  const missing: string[] = [];
  mailTranslations.de.on("missing", ({ id }) => missing.push(id));
  await Promise.all(mails.map(({ mail }) => mail("Ada")));
  expect(missing).toEqual([]);
  const file = new URL("../../locales/de.po", import.meta.url);
  const catalog = await formatter().parse(readFileSync(file, "utf8"), {
    locale: "de",
    sourceLocale: "en",
    filename: file.pathname,
  });
  const placeholders = (text = "") => (text.match(/\{\w+/g) ?? []).toSorted();
  for (const { message, translation } of Object.values(catalog)) {
    expect(translation).not.toBe("");
    expect(placeholders(translation)).toEqual(placeholders(message));
  }
});

const hostileNames = [
  "visit https://evil.example/now",
  "www.evil.example",
  "evil.example/now",
  "mail me@evil.example",
  // The message formatter decodes these sequences in values.
  String.raw`evil\u002eexample`,
  String.raw`evil\x2eexample`,
  "Ada\r\nBcc: all@evil.example",
  String.raw`Ada\u000d\u000aBcc: all`,
  "{link}",
  "<0>evil</0>",
];

test("text that a user wrote cannot become markup, a link or a header", async () => {
  for (const { mail } of mails) {
    const plain = await mail("Ada");
    const { subject, text, html } = await mail('<img src=x onerror="alert(1)">');
    expect(html).not.toContain("<img");
    expect(subject).not.toMatch(/[<>]/);
    expect(linksIn(text)).toBe(linksIn(plain.text));
    const tried = await mail(hostileNames.join(" "));
    expect(tried.text).not.toMatch(/evil\.example|@evil|^Bcc/m);
    expect(tried.html).not.toMatch(/evil\.example|@evil|<0>/);
    expect(tried.subject).not.toMatch(/[\r\n]/);
    expect(linksIn(tried.text)).toBe(linksIn(plain.text));
  }
});

describe("the subject of an invitation", () => {
  const subjectOf = async (locale: Locale, member: string, workspace: string) => {
    const values = { ...mailValues(), member, workspace };
    return (await renderEmail({ template: "invitation", locale, values })).subject;
  };

  test("names inviter and workspace in both languages", async () => {
    expect(await subjectOf("en", "Grace Hopper", "Northwind")).toBe(
      "Grace Hopper invites you to Northwind",
    );
    expect(await subjectOf("de", "Grace Hopper", "Northwind")).toBe(
      "Grace Hopper lädt Sie zu Northwind ein",
    );
  });

  test("is one bounded line without control characters, whatever the names are", async () => {
    for (const name of [
      ...hostileNames,
      hostileNames.join("\n"),
      "a\u0000b\u2028c\u202Ed\u200Be",
      "𝔸".repeat(200),
      "x ".repeat(900),
    ]) {
      const subject = await subjectOf("en", name, name);
      expect(subject).toContain(" invites you to ");
      expect(subject).not.toMatch(/[\p{C}\u2028\u2029<>]/u);
      expect(subject).not.toMatch(/evil\.example|@evil/);
      expect([...subject].length).toBeLessThanOrEqual(96);
    }
    expect(await subjectOf("en", "x".repeat(41), "y".repeat(40))).toBe(
      `${"x".repeat(39)}… invites you to ${"y".repeat(40)}`,
    );
  });

  test("names nobody when a name has no displayable character", async () => {
    expect(await subjectOf("en", "<\u200B>", "Northwind")).toBe(
      "You're invited to join a workspace",
    );
  });
});

test("an ordinary name stays as it is", async () => {
  const { text } = await renderEmail({
    template: "verify-email",
    locale: "en",
    values: { firstName: "Ana-María O'Neil Jr.", link },
  });
  expect(text).toContain("Hi Ana-María O'Neil Jr.,");
});
