/** What each notice says, in every language that ships. */
import type { Locale } from "#contracts/auth.ts";
import type { NoticeKind } from "../core/jobs.ts";

export interface Words {
  readonly subject: string;
  readonly says: readonly string[];
  /** Of the letter's own link, where it has one. */
  readonly button?: string;
}

export const words: Readonly<Record<NoticeKind, Readonly<Record<Locale, Words>>>> = {
  new_device: {
    en: {
      subject: "A sign-in from a new device",
      says: ["somebody signed in to your account from a device we had not seen before."],
      button: "See your sessions",
    },
    de: {
      subject: "Anmeldung mit einem neuen Gerät",
      says: ["jemand hat sich mit einem Gerät angemeldet, das wir noch nicht kannten."],
      button: "Ihre Sitzungen ansehen",
    },
  },
  password_known: {
    en: {
      subject: "Somebody knows your password",
      says: [
        "somebody entered your password and then failed the second factor again and again. Nobody got in, but set another password soon.",
      ],
      button: "Set a new password",
    },
    de: {
      subject: "Jemand kennt Ihr Passwort",
      says: [
        "jemand hat Ihr Passwort eingegeben und ist dann immer wieder am zweiten Faktor gescheitert. Niemand ist hineingekommen, aber legen Sie bald ein neues Passwort fest.",
      ],
      button: "Neues Passwort festlegen",
    },
  },
  token_reuse: {
    en: {
      subject: "We ended one of your sessions",
      says: [
        "an old cookie of your session was used a second time, which happens when it was copied. We ended that session; sign in again to go on.",
      ],
    },
    de: {
      subject: "Wir haben eine Ihrer Sitzungen beendet",
      says: [
        "ein alter Cookie Ihrer Sitzung wurde ein zweites Mal verwendet. Das geschieht, wenn er kopiert wurde. Wir haben die Sitzung beendet; melden Sie sich neu an.",
      ],
    },
  },
  password_changed: {
    en: {
      subject: "Your password was changed",
      says: ["the password of your account was changed. All other sessions have ended."],
    },
    de: {
      subject: "Ihr Passwort wurde geändert",
      says: ["das Passwort Ihres Kontos wurde geändert. Alle anderen Sitzungen sind beendet."],
    },
  },
  password_reset: {
    en: {
      subject: "Your password was reset",
      says: [
        "a new password was set for your account with a link from a mail. All sessions have ended.",
      ],
    },
    de: {
      subject: "Ihr Passwort wurde zurückgesetzt",
      says: [
        "mit dem Link aus einer E-Mail wurde ein neues Passwort festgelegt. Alle Sitzungen sind beendet.",
      ],
    },
  },
  email_change_requested: {
    en: {
      subject: "Your e-mail address is about to change",
      says: [
        "somebody asked to change the address of your account to {email}. It changes once that address is confirmed.",
      ],
    },
    de: {
      subject: "Ihre E-Mail-Adresse soll geändert werden",
      says: [
        "die Adresse Ihres Kontos soll in {email} geändert werden. Das geschieht, sobald jene Adresse bestätigt ist.",
      ],
    },
  },
  email_changed: {
    en: {
      subject: "Your e-mail address was changed",
      says: [
        "the address of your account is now {email}. All other sessions have ended. For seven days the link below brings the old address back.",
      ],
    },
    de: {
      subject: "Ihre E-Mail-Adresse wurde geändert",
      says: [
        "die Adresse Ihres Kontos ist jetzt {email}. Alle anderen Sitzungen sind beendet. Sieben Tage lang bringt der Link unten die alte Adresse zurück.",
      ],
    },
  },
  two_factor_on: {
    en: {
      subject: "The second factor is on",
      says: ["signing in to your account now asks for a code as well. All other sessions ended."],
    },
    de: {
      subject: "Der zweite Faktor ist an",
      says: [
        "bei der Anmeldung wird jetzt auch ein Code verlangt. Alle anderen Sitzungen sind beendet.",
      ],
    },
  },
  two_factor_off: {
    en: {
      subject: "The second factor is off",
      says: ["signing in to your account no longer asks for a code."],
    },
    de: {
      subject: "Der zweite Faktor ist aus",
      says: ["bei der Anmeldung wird kein Code mehr verlangt."],
    },
  },
  recovery_code_used: {
    en: {
      subject: "A recovery code was used",
      says: ["somebody signed in with one of your recovery codes. It does not work again."],
    },
    de: {
      subject: "Ein Wiederherstellungscode wurde verwendet",
      says: [
        "jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet. Er gilt nicht noch einmal.",
      ],
    },
  },
  recovery_codes_new: {
    en: {
      subject: "You have new recovery codes",
      says: ["new recovery codes were made for your account. The old ones stopped working."],
    },
    de: {
      subject: "Sie haben neue Wiederherstellungscodes",
      says: ["für Ihr Konto gibt es neue Wiederherstellungscodes. Die alten gelten nicht mehr."],
    },
  },
  passkey_added: {
    en: {
      subject: "A passkey was added",
      says: ["your account can now be opened with a passkey."],
    },
    de: {
      subject: "Ein Passkey wurde hinzugefügt",
      says: ["Ihr Konto lässt sich jetzt mit einem Passkey öffnen."],
    },
  },
  passkey_removed: {
    en: { subject: "A passkey was removed", says: ["a passkey of your account was removed."] },
    de: {
      subject: "Ein Passkey wurde entfernt",
      says: ["ein Passkey Ihres Kontos wurde entfernt."],
    },
  },
  passkey_copied: {
    en: {
      subject: "A passkey seems to be a copy",
      says: [
        "Somebody tried to sign in with your passkey {passkey}, which seems to be a copy. The sign-in was refused, and the passkey no longer works.",
        "If it was you, sign in another way, then remove the passkey and add it again.",
      ],
    },
    de: {
      subject: "Ein Passkey scheint eine Kopie zu sein",
      says: [
        "jemand wollte sich mit Ihrem Passkey {passkey} anmelden, der eine Kopie zu sein scheint. Die Anmeldung wurde abgelehnt, und der Passkey funktioniert nicht mehr.",
        "Waren Sie es, melden Sie sich auf andere Weise an, entfernen Sie den Passkey und fügen Sie ihn erneut hinzu.",
      ],
    },
  },
  identity_linked: {
    en: {
      subject: "Another way to sign in was linked",
      says: ["{provider} can now be used to sign in to your account."],
    },
    de: {
      subject: "Eine weitere Anmeldung wurde verknüpft",
      says: ["mit {provider} kann man sich jetzt bei Ihrem Konto anmelden."],
    },
  },
  identity_unlinked: {
    en: {
      subject: "A way to sign in was removed",
      says: ["{provider} can no longer be used to sign in to your account."],
    },
    de: {
      subject: "Eine Anmeldung wurde entfernt",
      says: ["mit {provider} kann man sich nicht mehr bei Ihrem Konto anmelden."],
    },
  },
  account_frozen: {
    en: {
      subject: "Your account is locked",
      says: [
        "your account was locked, with the link from a mail or by our support: every session has ended and nobody can sign in. Your machines keep running. Set a new password to open it again; the link works for one hour, and you can ask for another one on the sign-in page.",
      ],
      button: "Set a new password",
    },
    de: {
      subject: "Ihr Konto ist gesperrt",
      says: [
        "Ihr Konto wurde gesperrt, mit dem Link aus einer E-Mail oder durch unseren Support: Alle Sitzungen sind beendet, und niemand kann sich anmelden. Ihre Maschinen laufen weiter. Legen Sie ein neues Passwort fest, um es wieder zu öffnen; der Link gilt eine Stunde, einen neuen bekommen Sie auf der Anmeldeseite.",
      ],
      button: "Neues Passwort festlegen",
    },
  },
  account_deactivated: {
    en: {
      subject: "Your account is deactivated",
      says: [
        "your account was deactivated and every session has ended. If you did not want this, write to support.",
      ],
    },
    de: {
      subject: "Ihr Konto ist deaktiviert",
      says: [
        "Ihr Konto wurde deaktiviert, und alle Sitzungen sind beendet. Wenn Sie das nicht wollten, schreiben Sie an den Support.",
      ],
    },
  },
  account_restored: {
    en: {
      subject: "Your account is open again",
      says: ["you can sign in to your account again."],
      button: "Sign in",
    },
    de: {
      subject: "Ihr Konto ist wieder offen",
      says: ["Sie können sich wieder bei Ihrem Konto anmelden."],
      button: "Anmelden",
    },
  },
  impersonated: {
    en: {
      subject: "Staff opened your account",
      says: [
        "a member of our staff ({role}) opened your account to look into something for you. What they did is in your activities.",
      ],
    },
    de: {
      subject: "Unser Personal hat Ihr Konto geöffnet",
      says: [
        "jemand von unserem Personal ({role}) hat Ihr Konto geöffnet, um etwas für Sie nachzusehen. Was getan wurde, steht in Ihren Aktivitäten.",
      ],
    },
  },
  data_copy_ready: {
    en: {
      subject: "The copy of your data is ready",
      says: ["the copy of your data is ready. It is kept for seven days."],
      button: "Download the copy",
    },
    de: {
      subject: "Die Kopie Ihrer Daten ist fertig",
      says: ["die Kopie Ihrer Daten ist fertig. Sie wird sieben Tage aufbewahrt."],
      button: "Kopie herunterladen",
    },
  },
  ownership_given: {
    en: {
      subject: "You gave a workspace away",
      says: [
        "the workspace {workspace} belongs to {member} from now on, as you confirmed. You are one of its administrators.",
      ],
    },
    de: {
      subject: "Sie haben einen Workspace übergeben",
      says: [
        "der Workspace {workspace} gehört von nun an {member}, wie Sie es bestätigt haben. Sie gehören zu seinen Administratoren.",
      ],
    },
  },
};
