/**
 * Words by which a search finds an action, in addition to its id: what the console's sentences call it, in each
 * language of the console.
 */
const words: Readonly<Record<string, string>> = {
  "account.addPasskey": "added passkey hinzugefügt",
  "account.confirm": "confirmed identity bestätigt Identität",
  "account.deactivate": "deactivated deaktiviert Konto",
  "account.linkIdentity": "linked account verknüpft Konto",
  "account.removePasskey": "removed passkey entfernt",
  "account.requestDataCopy": "requested data export angefordert Datenexport",
  "account.downloadDataCopy": "downloaded data export heruntergeladen Datenexport",
  "account.unlinkIdentity": "unlinked account getrennt Konto",
  "account.update": "changed updated geändert aktualisiert Konto",
  "adminInstances.completeLog": "completed step abgeschlossen Schritt Instanz",
  "adminInstances.failLog": "failed stopped step abgebrochen Schritt Instanz",
  "adminWorkspaces.remove": "deactivated workspace deaktiviert",
  "adminWorkspaces.updateLimit": "changed limit geändert Limit Workspace",
  "adminWorkspaces.restore": "restored workspace wiederhergestellt",
  "auth.freeze": "locked account gesperrt Konto",
  "auth.login": "signed in password angemeldet Anmeldung Passwort",
  "auth.loginPasskey": "signed in passkey angemeldet Anmeldung",
  "auth.loginToken": "signed in email code angemeldet Anmeldung E-Mail-Code",
  "auth.loginTwoFactor": "signed in two-factor angemeldet Anmeldung Zwei-Faktor",
  "auth.logout": "signed out abgemeldet Abmeldung",
  "auth.oauthSignIn": "signed in provider angemeldet Anmeldung Anbieter",
  "auth.passkey": "signed in passkey angemeldet Anmeldung",
  "auth.register": "created account erstellt Konto registriert",
  "auth.requestReset": "requested password reset angefordert Passwort",
  "auth.resendLoginToken": "requested email code angefordert E-Mail-Code",
  "auth.resendVerification": "requested verification link angefordert Bestätigungslink",
  "auth.reset": "reset password zurückgesetzt Passwort",
  "auth.verifyEmail": "verified email bestätigt E-Mail-Adresse",
  "auth.verifyWithPassword": "verified email bestätigt E-Mail-Adresse Passwort",
  "billing.requestLimitChange": "requested higher limit angefragt Limit",
  "credentials.create": "added SSH key hinzugefügt SSH-Schlüssel",
  "credentials.remove": "deleted SSH key gelöscht SSH-Schlüssel",
  "credentials.setDefault": "default SSH key Standard SSH-Schlüssel",
  "instances.cancelCommand": "canceled operation abgebrochen Vorgang Instanz",
  "instanceConsole.open": "opened screen console geöffnet Bildschirm Konsole Instanz",
  "instances.failed": "failed couldn't fehlgeschlagen konnte Instanz",
  "instances.order": "created erstellt Instanz",
  "instances.ready": "ready bereit Instanz",
  "instances.reset": "rebooted powered restarted neu gestartet eingeschaltet ausgeschaltet Instanz",
  "instances.reinstall": "reinstalled neu installiert Instanz",
  "instances.restore": "undid termination restored rückgängig wiederhergestellt Instanz",
  "instances.terminate": "terminated deleted gelöscht Instanz",
  "instances.update":
    "renamed updated display name delete protection umbenannt Anzeigename Löschschutz Instanz",
  "invites.create": "invited eingeladen Einladung",
  "invites.join": "joined beigetreten",
  "invites.link": "invitation link Einladungslink",
  "invites.resend": "resent invitation erneut Einladung",
  "invites.revoke": "revoked invitation zurückgezogen Einladung",
  "maintenance.off": "ended maintenance beendet Wartung",
  "maintenance.on": "started maintenance gestartet Wartung",
  "members.leave": "left verlassen",
  "members.reassignOwner": "transferred ownership übergeben Inhaberschaft",
  "members.remove": "removed entfernt Mitglied",
  "members.setRole": "changed role geändert Rolle Mitglied",
  "projects.assign": "moved verschoben Projekt",
  "projects.create": "created erstellt Projekt",
  "projects.remove": "deleted gelöscht Projekt",
  "projects.unassign": "moved back verschoben zurück Projekt",
  "projects.update": "renamed updated umbenannt aktualisiert Projekt",
  "queue.cancel": "canceled storniert waiting order wartende Bestellung",
  "queue.create": "ordered bestellt waiting order wartende Bestellung",
  "queue.expire": "expired abgelaufen waiting order wartende Bestellung",
  "queue.fail": "ended beendet waiting order wartende Bestellung",
  "queue.start": "started gestartet waiting order wartende Bestellung",
  "sessions.kill": "ended session beendet Sitzung",
  "sessions.killAll": "ended sessions beendet Sitzungen",
  "staffRoles.assign": "assigned role zugewiesen Rolle",
  "staffRoles.expire": "removed role entzogen Rolle",
  "tokens.create": "created access token erstellt Zugriffstoken",
  "tokens.remove": "revoked access token widerrufen Zugriffstoken",
  "tokens.removeOwn": "revoked access token widerrufen Zugriffstoken",
  "tokens.rotate": "rotated access token erneuert Zugriffstoken",
  "users.deleteForever": "permanently deleted account endgültig gelöscht Konto",
  "users.endImpersonation": "stopped acting beendet",
  "users.impersonate": "started acting begonnen",
  "users.restore": "restored account wiederhergestellt Konto",
  "users.retryDataCopy": "retried data export wiederholt Datenexport",
  "users.update":
    "locked unlocked deactivated updated gesperrt entsperrt deaktiviert aktualisiert Konto",
  "workspaces.create": "created workspace erstellt",
  "workspaces.makeDefault": "default workspace Standard",
  "workspaces.remove": "deactivated workspace deaktiviert",
  "workspaces.update": "renamed changed handle color umbenannt geändert Kürzel Farbe",
};

export const searchableActions: readonly string[] = Object.keys(words);

const lowerCaseWords = Object.entries(words).map(
  ([action, text]) => [action, text.toLowerCase()] as const,
);

/** Actions with a word that contains the term; none for terms of fewer than three characters. */
export const findActionsByWord = (term: string): string[] => {
  const wanted = term.toLowerCase();
  if ([...wanted].length < 3) return [];
  return lowerCaseWords.filter(([, text]) => text.includes(wanted)).map(([action]) => action);
};
