import { expect, test } from "vitest";
import { locales } from "#contracts/auth.ts";
import { writeMail } from "./templates.ts";

const templates = ["verify-email", "already-registered"] as const;
const link = "https://console.boreal.test/auth/verify/abc?x=1&y=2";
const written = templates.flatMap((template) =>
  locales.map((locale) => ({
    template,
    locale,
    mail: (firstName: string) => writeMail(template, locale, { firstName, link }),
  })),
);

test.each(written)("$template in $locale is complete, as text and as HTML", ({ mail, locale }) => {
  const { subject, text, html } = mail("Ada");
  expect(subject).not.toBe("");
  expect(text).toContain("Ada");
  expect(text).toContain(link);
  expect(html).toContain(`href="${link.replace("&", "&amp;")}"`);
  expect(html).toContain(`<html lang="${locale}">`);
  for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined/);
});

test("each language has its own words", () => {
  for (const template of templates) {
    const subjects = locales.map((locale) => writeMail(template, locale, { link }).subject);
    expect(new Set(subjects).size).toBe(locales.length);
  }
});

test("a name cannot become markup, a link or a header", () => {
  for (const { mail } of written) {
    const { subject, text, html } = mail('<img src=x onerror="alert(1)">');
    expect(html).not.toContain("<img");
    expect(subject).not.toContain("img");
    expect(text.match(/https?:/g)).toHaveLength(1);
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
      expect(tried.text.match(/https?:\/\//g)).toHaveLength(1);
    }
  }
});

test("an ordinary name stays as it is", () => {
  expect(
    writeMail("verify-email", "en", { firstName: "Ana-María O'Neil Jr.", link }).text,
  ).toContain("Hello Ana-María O'Neil Jr.,");
});
