/** Letters about who is in a workspace, and as what. */
import type { Locale } from "#contracts/locale.ts";
import type { WorkspaceRoleId } from "#contracts/roles.ts";
import type { Localized } from "./email-template.ts";

export const roleNames: Readonly<Record<Locale, Readonly<Record<WorkspaceRoleId, string>>>> = {
  en: {
    owner: "owner",
    administrator: "administrator",
    team_member: "team member",
    limited_team_member: "limited team member",
    billing_administrator: "billing administrator",
  },
  de: {
    owner: "Inhaber",
    administrator: "Administrator",
    team_member: "Teammitglied",
    limited_team_member: "Teammitglied, eingeschränkt",
    billing_administrator: "Rechnungsverwaltung",
  },
};

export const membershipEmails = {
  invitation: {
    en: {
      subject: "You're invited to join a workspace",
      paragraphs: [
        "Hello,",
        "{member} invited you to join the workspace {workspace}. Your role will be: {role}.",
        "“{note}”",
        "{link}",
        "The invitation is valid for 7 days and only for this email address. Sign in with it, or create an account first. If you don't know who sent this, you can ignore this email.",
      ],
      button: "View invitation",
    },
    de: {
      subject: "Einladung in einen Workspace",
      paragraphs: [
        "Guten Tag,",
        "{member} lädt Sie ein, dem Workspace {workspace} beizutreten. Ihre Rolle dort: {role}.",
        "„{note}“",
        "{link}",
        "Die Einladung gilt 7 Tage und nur für diese E-Mail-Adresse. Melden Sie sich damit an oder erstellen Sie zuerst ein Konto. Wenn Sie nicht wissen, wer Sie einlädt, können Sie diese E-Mail ignorieren.",
      ],
      button: "Einladung ansehen",
    },
  },
  "member-joined": {
    en: {
      subject: "Your invitation was accepted",
      paragraphs: [
        "Hi {firstName},",
        "{member} accepted your invitation and joined the workspace {workspace}. Role: {role}.",
        "{link}",
      ],
      button: "Open workspace",
    },
    de: {
      subject: "Ihre Einladung wurde angenommen",
      paragraphs: [
        "Hallo {firstName},",
        "{member} hat Ihre Einladung angenommen und ist dem Workspace {workspace} beigetreten. Rolle: {role}.",
        "{link}",
      ],
      button: "Workspace öffnen",
    },
  },
  "member-removed": {
    en: {
      subject: "You were removed from a workspace",
      paragraphs: [
        "Hi {firstName},",
        "You were removed from the workspace {workspace}. Everything you created there stays in the workspace.",
        "{link}",
      ],
      button: "View your workspaces",
    },
    de: {
      subject: "Sie wurden aus einem Workspace entfernt",
      paragraphs: [
        "Hallo {firstName},",
        "Sie wurden aus dem Workspace {workspace} entfernt. Was Sie dort erstellt haben, bleibt im Workspace.",
        "{link}",
      ],
      button: "Ihre Workspaces",
    },
  },
  "role-changed": {
    en: {
      subject: "Your role in a workspace has changed",
      paragraphs: [
        "Hi {firstName},",
        "Your role in the workspace {workspace} is now: {role}.",
        "{link}",
      ],
      button: "Open workspace",
    },
    de: {
      subject: "Ihre Rolle in einem Workspace hat sich geändert",
      paragraphs: [
        "Hallo {firstName},",
        "Ihre Rolle im Workspace {workspace} ist jetzt: {role}.",
        "{link}",
      ],
      button: "Workspace öffnen",
    },
  },
  "ownership-received": {
    en: {
      subject: "You're now the owner of a workspace",
      paragraphs: [
        "Hi {firstName},",
        "{member} transferred ownership of the workspace {workspace} to you. You now control its members, instances, and billing.",
        "{link}",
      ],
      button: "Open workspace",
    },
    de: {
      subject: "Ein Workspace gehört jetzt Ihnen",
      paragraphs: [
        "Hallo {firstName},",
        "{member} hat Ihnen den Workspace {workspace} übergeben. Sie entscheiden jetzt über Mitglieder, Instanzen und Abrechnung.",
        "{link}",
      ],
      button: "Workspace öffnen",
    },
  },
} as const satisfies Record<string, Localized>;
