/** Exit codes for scripts, documented in docs/cli.md. */
import { BorealError } from "../src/boreal.ts";

export const exitCodes = {
  ok: 0,
  rejected: 1,
  usage: 2,
  notSignedIn: 3,
  noPermission: 4,
  notFound: 5,
  tooMany: 6,
  unavailable: 7,
  interrupted: 130,
} as const;
type ExitReason = Exclude<keyof typeof exitCodes, "ok">;

/** An error of the command itself; `hint` says how to fix it. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitReason: ExitReason;
  readonly hint: string | null;

  constructor(exitReason: ExitReason, message: string, hint: string | null = null) {
    super(message);
    this.exitReason = exitReason;
    this.hint = hint;
  }
}

const exitReasonByStatus: Readonly<Record<number, ExitReason>> = {
  401: "notSignedIn",
  403: "noPermission",
  404: "notFound",
  // Maintenance is temporary.
  423: "unavailable",
  429: "tooMany",
};

export function exitReasonFor(error: unknown): ExitReason {
  if (error instanceof CliError) return error.exitReason;
  if (!(error instanceof BorealError)) return "rejected";
  if (error.code === "bad_input") return "usage";
  const isUnavailable =
    error.status === 0 || error.status >= 500 || error.code === "unexpected_answer";
  return isUnavailable ? "unavailable" : (exitReasonByStatus[error.status] ?? "rejected");
}
