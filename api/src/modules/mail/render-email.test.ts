import { expect, test } from "vitest";
import { locales } from "#contracts/locale.ts";
import { sendEmail } from "./send-email.ts";
import { renderEmail } from "./render-email.ts";

const templates = sendEmail.payload.shape.template.options;
const link = "https://console.boreal.test/auth/verify/abc?x=1&y=2";
const freezeLink = "https://console.boreal.test/auth/freeze/abc?x=1&y=2";
const given = {
  link,
  freezeLink,
  at: "28 November 2026 at 01:40 UTC",
  ip: "203.0.113.9",
  code: "402917",
};
const written = templates.flatMap((template) =>
  locales.map((locale) => ({
    template,
    locale,
    mail: (name: string) =>
      renderEmail(template, locale, {
        ...given,
        firstName: name,
        device: name,
        email: name,
        provider: name,
        role: name,
        member: name,
        note: name,
        token: name,
        workspace: name,
      }),
  })),
);
const linksIn = (text: string) => text.match(/https?:\/\//g)?.length ?? 0;

test.each(written)("$template in $locale is complete, as text and as HTML", ({ mail, locale }) => {
  const { subject, text, html } = mail("Ada");
  expect(subject).not.toBe("");
  expect(text).toContain("Ada");
  // What it is for: a link, or a code to type.
  expect(linksIn(text) > 0 || text.includes(given.code)).toBe(true);
  for (const address of [link, freezeLink]) {
    const isAsText = text.includes(address);
    expect(html.includes(`href="${address.replace("&", "&amp;")}"`)).toBe(isAsText);
  }
  expect(html).toContain(`<html lang="${locale}">`);
  for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/);
});

test("a notice says when and from where, and leaves out what is not known", () => {
  const whole = renderEmail("password_changed", "en", {
    ...given,
    device: "Firefox on Linux",
  }).text;
  expect(whole).toContain("Time: 28 November 2026 at 01:40 UTC");
  expect(whole).toContain("Device: Firefox on Linux");
  expect(whole).toContain("IP address: 203.0.113.9");
  expect(whole).toContain(freezeLink);
  const bare = renderEmail("account_deactivated", "de", { firstName: "Ada", at: given.at }).text;
  expect(bare).not.toMatch(/Gerät|IP-Adresse|Wenn Sie das nicht waren/);
});

test("each language has its own words", () => {
  for (const template of templates) {
    const subjects = locales.map((locale) => renderEmail(template, locale, given).subject);
    expect(new Set(subjects).size).toBe(locales.length);
  }
});

test("what somebody wrote cannot become markup, a link or a header", () => {
  for (const { mail } of written) {
    const plain = mail("Ada");
    const { subject, text, html } = mail('<img src=x onerror="alert(1)">');
    expect(html).not.toContain("<img");
    expect(subject).not.toContain("img");
    expect(linksIn(text)).toBe(linksIn(plain.text));
    for (const name of [
      "visit https://evil.example/now",
      "www.evil.example",
      "evil.example/now",
      "mail me@evil.example",
      "Ada\r\nBcc: all@evil.example",
      "{link}",
    ]) {
      const tried = mail(name);
      expect(tried.text).not.toMatch(/evil\.example|@evil/);
      expect(tried.html).not.toMatch(/evil\.example|@evil/);
      expect(tried.subject).not.toMatch(/[\r\n]/);
      expect(linksIn(tried.text)).toBe(linksIn(plain.text));
    }
  }
});

test("an ordinary name stays as it is", () => {
  expect(
    renderEmail("verify-email", "en", { firstName: "Ana-María O'Neil Jr.", link }).text,
  ).toContain("Hi Ana-María O'Neil Jr.,");
});
