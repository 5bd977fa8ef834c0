/** What people are told about their account: each in one frame that says when and from where, and how to lock the account. */
import type { Locale } from "#contracts/auth.ts";
import type { NoticeKind } from "../core/jobs.ts";
import type { Letter } from "./letter.ts";
import { type Words, words } from "./notice-words.ts";

const frames = {
  en: {
    hello: "Hi {firstName},",
    when: "Time: {at}",
    device: "Device: {device}",
    ip: "IP address: {ip}",
    freeze:
      "If this wasn't you, lock your account right away. This link is valid for 7 days: {freezeLink}",
  },
  de: {
    hello: "Hallo {firstName},",
    when: "Zeitpunkt: {at}",
    device: "Gerät: {device}",
    ip: "IP-Adresse: {ip}",
    freeze:
      "Wenn Sie das nicht waren, sperren Sie Ihr Konto sofort. Dieser Link ist 7 Tage gültig: {freezeLink}",
  },
} as const satisfies Record<Locale, object>;

function framed(locale: Locale, { subject, says, button }: Words): Letter {
  const { hello, when, device, ip, freeze } = frames[locale];
  return {
    subject,
    paragraphs: [
      hello,
      ...says,
      ...(button === undefined ? [] : ["{link}"]),
      when,
      device,
      ip,
      freeze,
    ],
    button: button ?? "",
  };
}

export const isNotice = (template: string): template is NoticeKind => template in words;

export const noticeOf = (kind: NoticeKind, locale: Locale): Letter =>
  framed(locale, words[kind][locale]);
