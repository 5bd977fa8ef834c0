/** What people are told about their account: each in one frame that says when and from where, and how to lock the account. */
import type { Locale } from "#contracts/auth.ts";
import type { NoticeKind } from "../core/jobs.ts";
import type { Letter } from "./letter.ts";
import { type Words, words } from "./notice-words.ts";

const frames = {
  en: {
    hello: "Hello {firstName},",
    when: "When: {at}",
    device: "With: {device}",
    ip: "From the network address: {ip}",
    freeze:
      "If this was not you, lock the account with this link; it works for seven days: {freezeLink}",
  },
  de: {
    hello: "Guten Tag {firstName},",
    when: "Wann: {at}",
    device: "Womit: {device}",
    ip: "Von der Netzwerkadresse: {ip}",
    freeze:
      "Waren Sie das nicht, sperren Sie das Konto mit diesem Link; er gilt sieben Tage: {freezeLink}",
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
