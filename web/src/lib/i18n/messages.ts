/** Messages of the problems that the console itself raises, and of all others as their response words them. Role names too. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { StaffRoleId, WorkspaceRoleId } from "#contracts/roles.ts";
import { idForSupport, ProblemError } from "../api/problem-error.ts";

/** Codes of problems that the console raises. Those of the server are in problem-words.ts. */
const consoleMessages = {
  unreachable: msg`Can't reach the server. Check your connection and try again.`,
  unreadable: msg`Unexpected response from the server. Try again in a moment.`,
  not_confirmed: msg`You didn't confirm it's you, so nothing was changed.`,
  no_default_role: msg`No default role: you don't have a default workspace.`,
  no_session_available: msg`No session available. Allow cookies for this site, then sign in again.`,
  provider_refused: msg`You weren't signed in. Try again or choose another way to sign in.`,
  provider_address_taken: msg`An account with this email address already exists. Sign in with your password, then link the other account under Account > Security.`,
  another_user: msg`Someone else signed in with this browser. Reloading the page.`,
  no_session: msg`Sign in to continue.`,
  not_found: msg`Not found. It may have been deleted.`,
} satisfies Record<string, MessageDescriptor>;
export type ConsoleCode = keyof typeof consoleMessages;

const isConsoleCode = (code: string): code is ConsoleCode => Object.hasOwn(consoleMessages, code);

/** The message of a problem that the console raises; null for another code. */
export const consoleCodeMessage = (i18n: I18n, code: string): string | null =>
  isConsoleCode(code) ? i18n._(consoleMessages[code]) : null;

/** A problem as one sentence. */
export function problemSentence(i18n: I18n, error: unknown): string {
  if (!(error instanceof ProblemError))
    return i18n._(msg`Something went wrong in the console. Reload the page.`);
  if (error.status === 429) {
    const seconds = error.retryAfterSeconds ?? 30;
    const minutes = Math.ceil(seconds / 60);
    if (minutes > 2) return i18n._(msg`Too many requests. Try again in ${minutes} minutes.`);
    return i18n._(msg`Too many requests. Try again in ${seconds} seconds.`);
  }
  const { code, message } = error;
  return error.wording(i18n) ?? consoleCodeMessage(i18n, code) ?? message;
}

/** Like `problemSentence`, and for a server error with the request id that support asks for. */
export function problemMessage(i18n: I18n, error: unknown): string {
  const message = problemSentence(i18n, error);
  const requestId = idForSupport(error);
  return requestId === null ? message : `${message} ${i18n._(msg`Request ${requestId}`)}`;
}

const roles: Record<WorkspaceRoleId, MessageDescriptor> = {
  owner: msg`Owner`,
  administrator: msg`Administrator`,
  team_member: msg`Team member`,
  limited_team_member: msg`Limited team member`,
  billing_administrator: msg`Billing administrator`,
};

export const workspaceRoleLabel = (i18n: I18n, role: WorkspaceRoleId): string =>
  i18n._(roles[role]);

const staffRoleNames: Record<StaffRoleId, MessageDescriptor> = {
  Admin: msg`IT Admin`,
  BusinessAdmin: msg`Business Admin`,
  Support: msg`Support`,
};

export const staffRoleLabel = (i18n: I18n, role: StaffRoleId): string =>
  i18n._(staffRoleNames[role]);
