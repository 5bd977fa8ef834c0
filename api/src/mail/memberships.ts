/** Letters about who is in a workspace, and as what. */
import type { Locale } from "#contracts/auth.ts";
import type { WorkspaceRoleId } from "#contracts/permissions.ts";
import type { InEveryLanguage } from "./letter.ts";

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
    limited_team_member: "eingeschränktes Teammitglied",
    billing_administrator: "Abrechnungsadministrator",
  },
};

export const memberships = {
  invitation: {
    en: {
      subject: "You are invited to a workspace",
      paragraphs: [
        "Hello,",
        "{member} asks you to join the workspace {workspace}. Your role there: {role}.",
        "“{note}”",
        "{link}",
        "The link works for seven days, for this address alone: sign in with it, or sign up with it first. If you do not know who asks, you need do nothing.",
      ],
      button: "See the invitation",
    },
    de: {
      subject: "Sie sind in einen Workspace eingeladen",
      paragraphs: [
        "Guten Tag,",
        "{member} lädt Sie in den Workspace {workspace} ein. Ihre Rolle dort: {role}.",
        "„{note}“",
        "{link}",
        "Der Link gilt sieben Tage und nur für diese Adresse: Melden Sie sich mit ihr an, oder registrieren Sie sich zuerst. Wenn Sie nicht wissen, wer Sie einlädt, müssen Sie nichts tun.",
      ],
      button: "Einladung ansehen",
    },
  },
  "member-joined": {
    en: {
      subject: "Your invitation was accepted",
      paragraphs: [
        "Hello {firstName},",
        "{member} has joined the workspace {workspace}. Their role: {role}.",
        "{link}",
      ],
      button: "Open the workspace",
    },
    de: {
      subject: "Ihre Einladung wurde angenommen",
      paragraphs: [
        "Guten Tag {firstName},",
        "{member} ist jetzt im Workspace {workspace}. Die Rolle: {role}.",
        "{link}",
      ],
      button: "Workspace öffnen",
    },
  },
  "member-removed": {
    en: {
      subject: "You are no longer in a workspace",
      paragraphs: [
        "Hello {firstName},",
        "you were taken out of the workspace {workspace}. What you made there stays with it.",
        "{link}",
      ],
      button: "Your workspaces",
    },
    de: {
      subject: "Sie sind nicht mehr in einem Workspace",
      paragraphs: [
        "Guten Tag {firstName},",
        "Sie wurden aus dem Workspace {workspace} entfernt. Was Sie dort angelegt haben, bleibt bei ihm.",
        "{link}",
      ],
      button: "Ihre Workspaces",
    },
  },
  "role-changed": {
    en: {
      subject: "Your role in a workspace has changed",
      paragraphs: [
        "Hello {firstName},",
        "your role in the workspace {workspace} is now: {role}.",
        "{link}",
      ],
      button: "Open the workspace",
    },
    de: {
      subject: "Ihre Rolle in einem Workspace hat sich geändert",
      paragraphs: [
        "Guten Tag {firstName},",
        "Ihre Rolle im Workspace {workspace} ist jetzt: {role}.",
        "{link}",
      ],
      button: "Workspace öffnen",
    },
  },
  "ownership-received": {
    en: {
      subject: "A workspace is yours now",
      paragraphs: [
        "Hello {firstName},",
        "{member} made you the owner of the workspace {workspace}: who is in it, what runs in it and what it pays is yours to decide.",
        "{link}",
      ],
      button: "Open the workspace",
    },
    de: {
      subject: "Ein Workspace gehört jetzt Ihnen",
      paragraphs: [
        "Guten Tag {firstName},",
        "{member} hat Ihnen den Workspace {workspace} übergeben: Wer darin ist, was darin läuft und was er zahlt, entscheiden nun Sie.",
        "{link}",
      ],
      button: "Workspace öffnen",
    },
  },
} as const satisfies Record<string, InEveryLanguage>;
