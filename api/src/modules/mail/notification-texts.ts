/** What each notice says, in every language that ships. */
import type { Locale } from "#contracts/locale.ts";
import type { NotificationKind } from "./send-email.ts";

export interface NotificationText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Of the letter's own link, where it has one. */
  readonly button?: string;
}

export const notificationTexts: Readonly<
  Record<NotificationKind, Readonly<Record<Locale, NotificationText>>>
> = {
  new_device: {
    en: {
      subject: "New sign-in to your account",
      paragraphs: ["Someone signed in to your account from a device we haven't seen before."],
      button: "Review sessions",
    },
    de: {
      subject: "Neue Anmeldung bei Ihrem Konto",
      paragraphs: [
        "bei Ihrem Konto hat sich jemand von einem Gerät aus angemeldet, das wir noch nicht kennen.",
      ],
      button: "Sitzungen prüfen",
    },
  },
  password_known: {
    en: {
      subject: "Someone may know your password",
      paragraphs: [
        "Someone entered your password correctly but repeatedly failed two-factor authentication. They didn't get in, but you should change your password now.",
      ],
      button: "Set a new password",
    },
    de: {
      subject: "Jemand kennt möglicherweise Ihr Passwort",
      paragraphs: [
        "jemand hat Ihr Passwort richtig eingegeben und ist mehrmals an der Zwei-Faktor-Authentifizierung gescheitert. Die Anmeldung ist nicht gelungen, aber legen Sie bitte jetzt ein neues Passwort fest.",
      ],
      button: "Neues Passwort festlegen",
    },
  },
  token_reuse: {
    en: {
      subject: "We ended one of your sessions",
      paragraphs: [
        "An old cookie from your session was used a second time. This can mean that it was copied, so we ended the session. Sign in again to continue.",
      ],
    },
    de: {
      subject: "Wir haben eine Ihrer Sitzungen beendet",
      paragraphs: [
        "ein altes Cookie Ihrer Sitzung wurde ein zweites Mal verwendet. Das kann bedeuten, dass es kopiert wurde. Wir haben die Sitzung deshalb beendet. Melden Sie sich erneut an.",
      ],
    },
  },
  password_changed: {
    en: {
      subject: "Your password was changed",
      paragraphs: ["Your password was changed, and all your other sessions were ended."],
    },
    de: {
      subject: "Ihr Passwort wurde geändert",
      paragraphs: [
        "das Passwort Ihres Kontos wurde geändert. Alle anderen Sitzungen sind beendet.",
      ],
    },
  },
  password_reset: {
    en: {
      subject: "Your password was reset",
      paragraphs: [
        "A new password was set for your account with a link from an email. All sessions were ended.",
      ],
    },
    de: {
      subject: "Ihr Passwort wurde zurückgesetzt",
      paragraphs: [
        "mit dem Link aus einer E-Mail wurde ein neues Passwort festgelegt. Alle Sitzungen sind beendet.",
      ],
    },
  },
  email_change_requested: {
    en: {
      subject: "Email change requested",
      paragraphs: [
        "Someone asked to change your account's email address to {email}. The change takes effect once that address is confirmed.",
      ],
    },
    de: {
      subject: "Änderung Ihrer E-Mail-Adresse angefordert",
      paragraphs: [
        "für Ihr Konto wurde die Änderung der E-Mail-Adresse in {email} angefordert. Sie wird wirksam, sobald die neue Adresse bestätigt ist.",
      ],
    },
  },
  email_changed: {
    en: {
      subject: "Your email address was changed",
      paragraphs: [
        "Your account's email address is now {email}, and all your other sessions were ended. For 7 days, you can restore the old address with the link below.",
      ],
    },
    de: {
      subject: "Ihre E-Mail-Adresse wurde geändert",
      paragraphs: [
        "die E-Mail-Adresse Ihres Kontos ist jetzt {email}. Alle anderen Sitzungen wurden beendet. 7 Tage lang können Sie mit dem Link unten die alte Adresse wiederherstellen.",
      ],
    },
  },
  two_factor_on: {
    en: {
      subject: "Two-factor authentication turned on",
      paragraphs: [
        "Signing in to your account now also requires a code. All your other sessions were ended.",
      ],
    },
    de: {
      subject: "Zwei-Faktor-Authentifizierung eingeschaltet",
      paragraphs: [
        "für die Anmeldung bei Ihrem Konto ist jetzt zusätzlich ein Code nötig. Alle anderen Sitzungen wurden beendet.",
      ],
    },
  },
  two_factor_off: {
    en: {
      subject: "Two-factor authentication turned off",
      paragraphs: ["Signing in to your account no longer requires a code."],
    },
    de: {
      subject: "Zwei-Faktor-Authentifizierung ausgeschaltet",
      paragraphs: ["für die Anmeldung bei Ihrem Konto ist kein Code mehr nötig."],
    },
  },
  recovery_code_used: {
    en: {
      subject: "A recovery code was used",
      paragraphs: [
        "Someone signed in with one of your recovery codes. That code can't be used again.",
      ],
    },
    de: {
      subject: "Ein Wiederherstellungscode wurde verwendet",
      paragraphs: [
        "jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet. Dieser Code kann nicht noch einmal verwendet werden.",
      ],
    },
  },
  recovery_codes_new: {
    en: {
      subject: "New recovery codes generated",
      paragraphs: [
        "New recovery codes were generated for your account. The old ones no longer work.",
      ],
    },
    de: {
      subject: "Neue Wiederherstellungscodes erzeugt",
      paragraphs: [
        "für Ihr Konto wurden neue Wiederherstellungscodes erzeugt. Die alten sind nicht mehr gültig.",
      ],
    },
  },
  passkey_added: {
    en: {
      subject: "A passkey was added",
      paragraphs: ["You can now sign in to your account with a passkey."],
    },
    de: {
      subject: "Ein Passkey wurde hinzugefügt",
      paragraphs: ["Sie können sich jetzt mit einem Passkey bei Ihrem Konto anmelden."],
    },
  },
  passkey_removed: {
    en: {
      subject: "A passkey was removed",
      paragraphs: ["A passkey was removed from your account."],
    },
    de: {
      subject: "Ein Passkey wurde entfernt",
      paragraphs: ["aus Ihrem Konto wurde ein Passkey entfernt."],
    },
  },
  passkey_copied: {
    en: {
      subject: "A passkey seems to be a copy",
      paragraphs: [
        "Somebody tried to sign in with your passkey {passkey}, which seems to be a copy. The sign-in was refused, and the passkey no longer works.",
        "If it was you, sign in another way, then remove the passkey and add it again.",
      ],
    },
    de: {
      subject: "Ein Passkey scheint eine Kopie zu sein",
      paragraphs: [
        "jemand wollte sich mit Ihrem Passkey {passkey} anmelden, der eine Kopie zu sein scheint. Die Anmeldung wurde abgelehnt, und der Passkey funktioniert nicht mehr.",
        "Waren Sie es, melden Sie sich auf andere Weise an, entfernen Sie den Passkey und fügen Sie ihn erneut hinzu.",
      ],
    },
  },
  identity_linked: {
    en: {
      subject: "New sign-in method linked",
      paragraphs: ["{provider} can now be used to sign in to your account."],
    },
    de: {
      subject: "Neue Anmeldeart verknüpft",
      paragraphs: ["mit {provider} kann man sich jetzt bei Ihrem Konto anmelden."],
    },
  },
  identity_unlinked: {
    en: {
      subject: "Sign-in method removed",
      paragraphs: ["{provider} can no longer be used to sign in to your account."],
    },
    de: {
      subject: "Anmeldeart entfernt",
      paragraphs: ["mit {provider} kann man sich nicht mehr bei Ihrem Konto anmelden."],
    },
  },
  account_frozen: {
    en: {
      subject: "Your account has been locked",
      paragraphs: [
        "Your account was locked, either with the link in an email or by our support team. All sessions were ended, and nobody can sign in. Your instances keep running. To unlock your account, set a new password. The link is valid for 1 hour; you can request another one on the sign-in page.",
      ],
      button: "Set a new password",
    },
    de: {
      subject: "Ihr Konto wurde gesperrt",
      paragraphs: [
        "Ihr Konto wurde gesperrt, entweder über den Link in einer E-Mail oder durch unseren Support. Alle Sitzungen wurden beendet, und niemand kann sich anmelden. Ihre Instanzen laufen weiter. Um das Konto zu entsperren, legen Sie ein neues Passwort fest. Der Link ist eine Stunde gültig; einen neuen können Sie auf der Anmeldeseite anfordern.",
      ],
      button: "Neues Passwort festlegen",
    },
  },
  account_deactivated: {
    en: {
      subject: "Your account has been deactivated",
      paragraphs: [
        "Your account was deactivated, and all sessions were ended. If you didn't intend this, contact support.",
      ],
    },
    de: {
      subject: "Ihr Konto wurde deaktiviert",
      paragraphs: [
        "Ihr Konto wurde deaktiviert, und alle Sitzungen wurden beendet. Falls das nicht beabsichtigt war, wenden Sie sich an den Support.",
      ],
    },
  },
  account_restored: {
    en: {
      subject: "Your account has been restored",
      paragraphs: ["You can sign in to your account again."],
      button: "Sign in",
    },
    de: {
      subject: "Ihr Konto wurde wiederhergestellt",
      paragraphs: ["Sie können sich wieder bei Ihrem Konto anmelden."],
      button: "Anmelden",
    },
  },
  impersonated: {
    en: {
      subject: "Our staff accessed your account",
      paragraphs: [
        "A member of our staff ({role}) accessed your account to look into something for you. You can see what they did in your activity.",
      ],
    },
    de: {
      subject: "Unser Team hat auf Ihr Konto zugegriffen",
      paragraphs: [
        "jemand aus unserem Team ({role}) hat auf Ihr Konto zugegriffen, um etwas für Sie zu prüfen. Was dabei getan wurde, sehen Sie in Ihren Aktivitäten.",
      ],
    },
  },
  data_copy_ready: {
    en: {
      subject: "Your data export is ready",
      paragraphs: ["The export of your data is ready. You can download it for 7 days."],
      button: "Download export",
    },
    de: {
      subject: "Ihr Datenexport ist bereit",
      paragraphs: ["der Export Ihrer Daten ist bereit. Sie können ihn 7 Tage lang herunterladen."],
      button: "Export herunterladen",
    },
  },
  ownership_given: {
    en: {
      subject: "You transferred ownership of a workspace",
      paragraphs: [
        "You transferred ownership of the workspace {workspace} to {member}. You're now one of its administrators.",
      ],
    },
    de: {
      subject: "Sie haben einen Workspace übergeben",
      paragraphs: [
        "Sie haben den Workspace {workspace} an {member} übergeben. Sie haben dort jetzt die Rolle Administrator.",
      ],
    },
  },
};
