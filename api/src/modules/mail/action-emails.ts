/** Letters whose link or code is what they are about: to prove an address, to set a password, to sign in. */
import type { Localized } from "./email-template.ts";

export const actionEmails = {
  "verify-email": {
    en: {
      subject: "Verify your email address",
      paragraphs: [
        "Hi {firstName},",
        "One more step before you can sign in: verify that this email address is yours.",
        "{link}",
        "The link is valid for 24 hours. If you didn't create an account, you can ignore this email. Unverified accounts are deleted after a week.",
      ],
      button: "Verify email",
    },
    de: {
      subject: "Bestätigen Sie Ihre E-Mail-Adresse",
      paragraphs: [
        "Hallo {firstName},",
        "nur noch ein Schritt bis zur Anmeldung: Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.",
        "{link}",
        "Der Link ist 24 Stunden gültig. Wenn Sie kein Konto erstellt haben, können Sie diese E-Mail ignorieren. Unbestätigte Konten werden nach einer Woche gelöscht.",
      ],
      button: "E-Mail bestätigen",
    },
  },
  "already-registered": {
    en: {
      subject: "You already have an account",
      paragraphs: [
        "Hi {firstName},",
        "Someone tried to create an account with this email address, but you already have one. If it was you, just sign in.",
        "{link}",
        "If it wasn't you, you can ignore this email. Nothing has changed.",
      ],
      button: "Sign in",
    },
    de: {
      subject: "Sie haben bereits ein Konto",
      paragraphs: [
        "Hallo {firstName},",
        "jemand wollte mit dieser E-Mail-Adresse ein Konto erstellen, aber es gibt bereits eines. Wenn Sie das waren, melden Sie sich einfach an.",
        "{link}",
        "Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Es hat sich nichts geändert.",
      ],
      button: "Anmelden",
    },
  },
  "reset-password": {
    en: {
      subject: "Reset your password",
      paragraphs: [
        "Hi {firstName},",
        "Someone requested a password reset for your account. If it was you, set a new password here.",
        "{link}",
        "The link is valid for 1 hour and works once. Setting a new password ends all your sessions. Two-factor authentication stays on.",
        "If it wasn't you, you can ignore this email. Nothing has changed.",
      ],
      button: "Set a new password",
    },
    de: {
      subject: "Neues Passwort festlegen",
      paragraphs: [
        "Hallo {firstName},",
        "für Ihr Konto wurde ein neues Passwort angefordert. Wenn Sie das waren, legen Sie es hier fest.",
        "{link}",
        "Der Link ist eine Stunde gültig und funktioniert nur einmal. Mit dem neuen Passwort enden alle Ihre Sitzungen. Die Zwei-Faktor-Authentifizierung bleibt eingeschaltet.",
        "Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Es hat sich nichts geändert.",
      ],
      button: "Neues Passwort festlegen",
    },
  },
  "change-email": {
    en: {
      subject: "Confirm your new email address",
      paragraphs: [
        "Hi {firstName},",
        "You asked to sign in with this email address from now on. Confirm that it's yours.",
        "{link}",
        "The link is valid for 1 hour. If you didn't request this, you can ignore this email. Nothing changes unless the address is confirmed.",
      ],
      button: "Confirm email",
    },
    de: {
      subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
      paragraphs: [
        "Hallo {firstName},",
        "Sie möchten sich künftig mit dieser E-Mail-Adresse anmelden. Bestätigen Sie, dass sie Ihnen gehört.",
        "{link}",
        "Der Link ist eine Stunde gültig. Wenn Sie das nicht veranlasst haben, können Sie diese E-Mail ignorieren. Ohne Bestätigung ändert sich nichts.",
      ],
      button: "Neue Adresse bestätigen",
    },
  },
  "sign-in-code": {
    en: {
      subject: "Your sign-in code",
      paragraphs: [
        "Hi {firstName},",
        "Use this code to finish signing in:",
        "{code}",
        "The code is valid for 10 minutes and works once. We'll never ask you for it.",
        "If you're not signing in right now, someone knows your password. Change it as soon as possible.",
      ],
      button: "",
    },
    de: {
      subject: "Ihr Anmeldecode",
      paragraphs: [
        "Hallo {firstName},",
        "mit diesem Code schließen Sie die Anmeldung ab:",
        "{code}",
        "Der Code ist 10 Minuten gültig und funktioniert nur einmal. Wir werden Sie nie danach fragen.",
        "Wenn Sie sich gerade nicht anmelden, kennt jemand Ihr Passwort. Legen Sie so bald wie möglich ein neues fest.",
      ],
      button: "",
    },
  },
  "token-expiring": {
    en: {
      subject: "An access token expires soon",
      paragraphs: [
        "Hi {firstName},",
        "The access token {token} in the workspace {workspace} expires on {at}. Programs that use it will then lose access.",
        "{link}",
        "To avoid downtime, rotate it: you get a new token with the same settings, and the old one keeps working for a while.",
      ],
      button: "View access token",
    },
    de: {
      subject: "Ein Zugriffstoken läuft bald ab",
      paragraphs: [
        "Hallo {firstName},",
        "das Zugriffstoken {token} im Workspace {workspace} läuft am {at} ab. Programme, die es verwenden, verlieren dann den Zugriff.",
        "{link}",
        "Um Ausfälle zu vermeiden, erneuern Sie es: Sie erhalten ein neues Token mit denselben Einstellungen, und das alte gilt noch eine Weile.",
      ],
      button: "Zugriffstoken ansehen",
    },
  },
} as const satisfies Record<string, Localized>;
