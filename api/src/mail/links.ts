/** Letters whose link or code is what they are about: to prove an address, to set a password, to sign in. */
import type { InEveryLanguage } from "./letter.ts";

export const links = {
  "verify-email": {
    en: {
      subject: "Confirm your e-mail address",
      paragraphs: [
        "Hello {firstName},",
        "one step is left before you can sign in: confirm that this address is yours.",
        "{link}",
        "The link works for 24 hours. If you did not sign up, you need do nothing: without the confirmation the account is deleted after a week.",
      ],
      button: "Confirm the address",
    },
    de: {
      subject: "Bestätigen Sie Ihre E-Mail-Adresse",
      paragraphs: [
        "Guten Tag {firstName},",
        "ein Schritt fehlt noch, bevor Sie sich anmelden können: Bestätigen Sie, dass diese Adresse Ihnen gehört.",
        "{link}",
        "Der Link gilt 24 Stunden. Wenn Sie sich nicht registriert haben, müssen Sie nichts tun: Ohne Bestätigung wird das Konto nach einer Woche gelöscht.",
      ],
      button: "Adresse bestätigen",
    },
  },
  "already-registered": {
    en: {
      subject: "You already have an account",
      paragraphs: [
        "Hello {firstName},",
        "somebody tried to sign up with this address, which already has an account. If it was you, just sign in.",
        "{link}",
        "If it was not you, nothing has changed and you need do nothing.",
      ],
      button: "Sign in",
    },
    de: {
      subject: "Sie haben bereits ein Konto",
      paragraphs: [
        "Guten Tag {firstName},",
        "jemand wollte sich mit dieser Adresse registrieren, die schon ein Konto hat. Waren Sie es, melden Sie sich einfach an.",
        "{link}",
        "Waren Sie es nicht, hat sich nichts geändert, und Sie müssen nichts tun.",
      ],
      button: "Anmelden",
    },
  },
  "reset-password": {
    en: {
      subject: "Set a new password",
      paragraphs: [
        "Hello {firstName},",
        "somebody asked for a new password for your account. If it was you, set one here.",
        "{link}",
        "The link works for one hour, and once. All your sessions end with it, and the second factor stays on.",
        "If it was not you, nothing has changed and you need do nothing.",
      ],
      button: "Set a new password",
    },
    de: {
      subject: "Neues Passwort festlegen",
      paragraphs: [
        "Guten Tag {firstName},",
        "jemand hat ein neues Passwort für Ihr Konto angefordert. Waren Sie es, legen Sie es hier fest.",
        "{link}",
        "Der Link gilt eine Stunde und nur einmal. Alle Ihre Sitzungen enden damit, und der zweite Faktor bleibt an.",
        "Waren Sie es nicht, hat sich nichts geändert, und Sie müssen nichts tun.",
      ],
      button: "Neues Passwort festlegen",
    },
  },
  "change-email": {
    en: {
      subject: "Confirm your new e-mail address",
      paragraphs: [
        "Hello {firstName},",
        "this address is to become the one you sign in with. Confirm that it is yours.",
        "{link}",
        "The link works for one hour. If you did not ask for this, you need do nothing: without the confirmation nothing changes.",
      ],
      button: "Confirm the new address",
    },
    de: {
      subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
      paragraphs: [
        "Guten Tag {firstName},",
        "mit dieser Adresse wollen Sie sich künftig anmelden. Bestätigen Sie, dass sie Ihnen gehört.",
        "{link}",
        "Der Link gilt eine Stunde. Wenn Sie das nicht veranlasst haben, müssen Sie nichts tun: Ohne Bestätigung ändert sich nichts.",
      ],
      button: "Neue Adresse bestätigen",
    },
  },
  "sign-in-code": {
    en: {
      subject: "Your code to sign in",
      paragraphs: [
        "Hello {firstName},",
        "this is the code to finish signing in:",
        "{code}",
        "It works for ten minutes, and once. Nobody of us will ever ask you for it.",
        "If you are not signing in, somebody knows your password: set another one.",
      ],
      button: "",
    },
    de: {
      subject: "Ihr Code für die Anmeldung",
      paragraphs: [
        "Guten Tag {firstName},",
        "mit diesem Code schließen Sie die Anmeldung ab:",
        "{code}",
        "Er gilt zehn Minuten und nur einmal. Niemand von uns wird Sie je danach fragen.",
        "Wenn Sie sich gerade nicht anmelden, kennt jemand Ihr Passwort: Legen Sie ein neues fest.",
      ],
      button: "",
    },
  },
  "token-expiring": {
    en: {
      subject: "An access token is about to expire",
      paragraphs: [
        "Hello {firstName},",
        "the access token {token} of the workspace {workspace} stops working on {at}. Programs that use it are refused from then on.",
        "{link}",
        "Rotating it makes a new one like it; the old one works on for a while, so that nothing has to stop.",
      ],
      button: "See the access token",
    },
    de: {
      subject: "Ein Zugriffstoken läuft bald ab",
      paragraphs: [
        "Guten Tag {firstName},",
        "das Zugriffstoken {token} des Arbeitsbereichs {workspace} gilt nur noch bis {at}. Programme, die es verwenden, werden danach abgewiesen.",
        "{link}",
        "Beim Erneuern entsteht ein gleiches neues; das alte gilt noch eine Weile, damit nichts anhalten muss.",
      ],
      button: "Zugriffstoken ansehen",
    },
  },
} as const satisfies Record<string, InEveryLanguage>;
