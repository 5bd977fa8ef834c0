/** Maps a problem met by a navigation to its error page. */
import { redirect } from "@tanstack/react-router";
import { defaultRetryAfterSeconds, ProblemError } from "../api/problem-error.ts";

export interface ErrorSearch {
  readonly message?: string | undefined;
  readonly code?: string | undefined;
  /** Code of the reason of the problem. */
  readonly reason?: string | undefined;
  readonly cause?: string | undefined;
  readonly prettyCause?: string | undefined;
  readonly seconds?: string | undefined;
}

export type ErrorPath = "/400" | "/403" | "/404" | "/423" | "/429" | "/500" | "/auth/login";

/** Longest text that an error page shows from its URL. */
export const maxDisplayedCharacters = 300;

const cut = (text: string): string => [...text].slice(0, maxDisplayedCharacters).join("");

const sanitize = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? cut(value) : undefined;

/** Query parameters of the error pages, as plain text of limited length. */
export function errorSearch(search: Record<string, unknown>): ErrorSearch {
  const seconds = sanitize(search["seconds"]);
  return {
    message: sanitize(search["message"]),
    code: sanitize(search["code"]),
    reason: sanitize(search["reason"]),
    cause: sanitize(search["cause"]),
    prettyCause: sanitize(search["prettyCause"]),
    ...(seconds !== undefined && /^\d{1,4}$/.test(seconds) ? { seconds } : {}),
  };
}

const requestIdShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Codes whose own message is less specific than the server's message. */
const generalCodes: ReadonlySet<string> = new Set(["action_not_possible", "maintenance"]);

/**
 * The untrusted parts of an error page's URL: anyone can write such a link. Only a request id is shown as one.
 * `cause` is quoted as plain text and never speaks as Boreal; null when there is nothing to quote.
 * `isKnownCode` says that the code has its own sentence, which replaces the message.
 */
export function quotedOf(
  { code, message, cause, prettyCause }: ErrorSearch,
  isKnownCode: boolean,
): { cause: string | null; requestId: string | undefined } {
  const isRequestId = prettyCause !== undefined && requestIdShape.test(prettyCause);
  const isSaid = isKnownCode && !generalCodes.has(code ?? "");
  const parts = [isSaid ? undefined : message, cause, isRequestId ? undefined : prettyCause];
  const text = [...new Set(parts.filter((part) => part !== undefined))].join(" · ");
  return {
    cause: text === "" ? null : cut(text),
    requestId: isRequestId ? prettyCause : undefined,
  };
}

/** The handle in the message "Workspace … not found"; null for any other message. */
export const unknownWorkspaceOf = ({ message = "" }: ErrorSearch): string | null =>
  /^Workspace ([a-z\d-]{1,40}) not found$/.exec(message)?.[1] ?? null;

const pages: Record<number, ErrorPath> = {
  401: "/auth/login",
  403: "/403",
  404: "/404",
  423: "/423",
  429: "/429",
};

function pathFor(status: number): ErrorPath {
  if (status >= 500 || status === 0) return "/500";
  if (status >= 400) return pages[status] ?? "/400";
  return "/404";
}

export function errorPageFor(error: unknown): { to: ErrorPath; search: ErrorSearch } {
  if (!(error instanceof ProblemError)) {
    return {
      to: "/500",
      search: {
        code: "console_error",
        message: error instanceof Error ? sanitize(error.message) : undefined,
      },
    };
  }
  const to = pathFor(error.status);
  if (to === "/auth/login") return { to, search: {} };
  return {
    to,
    search: {
      code: error.code,
      ...problemText(error),
      ...(error.permission === null ? {} : { cause: error.permission }),
      ...(error.requestId === null ? {} : { prettyCause: error.requestId }),
      ...(to === "/429"
        ? { seconds: String(error.retryAfterSeconds ?? defaultRetryAfterSeconds) }
        : {}),
    },
  };
}

/** A maintenance problem carries only the message of the staff: the page has its own text. */
const problemText = ({ code, reason, message }: ProblemError): ErrorSearch => ({
  ...(code === "maintenance" && reason === null ? {} : { message: sanitize(message) }),
  ...(reason === null ? {} : { reason }),
});

/** Leads back from an error page without details that was reached from the root path. */
export function redirectEmptyErrorPage({
  search,
  location,
}: {
  search: ErrorSearch;
  location: { state: { from?: string } };
}): void {
  if (search.message === undefined && location.state.from === "/") throw redirect({ to: "/" });
}
