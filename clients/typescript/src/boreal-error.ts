/** Thrown by every failed request. It never contains the access token. */
import type { HttpResponse } from "./route.ts";

/** Parameters of a message, for programs with messages of their own. */
export type ErrorParams = Readonly<Record<string, string | number | readonly string[]>>;

export interface FieldProblem {
  readonly code: string;
  readonly message: string;
  /** Absent if the message has no parameters. */
  readonly params?: ErrorParams;
  /** With `already_added` and `taken`: the conflicting object, if the token may view it. */
  readonly existing?: { readonly id: string; readonly name: string };
}

interface BorealErrorInit {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | null;
  readonly fields?: Readonly<Record<string, readonly FieldProblem[]>>;
  readonly permission?: string | null;
  readonly retryAfterSeconds?: number | null;
  readonly reason?: string | null;
  readonly params?: ErrorParams;
}

export class BorealError extends Error {
  override readonly name = "BorealError";
  readonly status: number;
  /** Stable code for programs: `not_found`, `action_not_possible`, …; `network_error` and `timeout` without a response. */
  readonly code: string;
  /** Identifies the request in the server's logs, for support. */
  readonly requestId: string | null;
  /** The problems of each field; only with status 422. */
  readonly fields: Readonly<Record<string, readonly FieldProblem[]>>;
  /** The missing permission; only with status 403. */
  readonly permission: string | null;
  readonly retryAfterSeconds: number | null;
  /** Code of the reason, if `code` is not specific enough: `project_not_empty`, `instance_is_stopped`, … */
  readonly reason: string | null;
  /** Parameters of the message of the reason. */
  readonly params: ErrorParams;

  constructor(init: BorealErrorInit, options?: ErrorOptions) {
    super(init.message, options);
    this.status = init.status;
    this.code = init.code;
    this.requestId = init.requestId ?? null;
    this.fields = init.fields ?? {};
    this.permission = init.permission ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
    this.reason = init.reason ?? null;
    this.params = init.params ?? {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asText = (value: unknown) => (typeof value === "string" ? value : null);

/** Parses a problem of Boreal, or a response of a proxy in between, which has no code and message. */
export function parseError(response: HttpResponse, text: string): BorealError {
  const body = parseJsonObject(text);
  const { status } = response;
  const requestId = asText(body["requestId"]) ?? response.headers.get("x-request-id");
  const retryAfterSeconds = parseRetryAfter(response.headers.get("retry-after"));
  const errors = body["errors"];
  if (status === 422 && isRecord(errors)) {
    const fields = parseFieldProblems(errors);
    const message = `Some fields have invalid values: ${Object.keys(fields).join(", ")}`;
    return new BorealError({ status, code: "validation_failed", message, requestId, fields });
  }
  return new BorealError({
    status,
    code: asText(body["code"]) ?? `http_${status}`,
    message:
      asText(body["message"]) ??
      `The server responded with ${status} ${response.statusText}`.trim(),
    requestId,
    permission: asText(body["permission"]),
    reason: asText(body["reason"]),
    params: parseParams(body["params"]),
    retryAfterSeconds,
  });
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    // For example the error page of a proxy.
    return {};
  }
}

function parseFieldProblems(errors: Record<string, unknown>): Record<string, FieldProblem[]> {
  const toFieldProblems = (problems: unknown): FieldProblem[] =>
    (Array.isArray(problems) ? problems : []).filter(isRecord).map((problem) => ({
      code: asText(problem["code"]) ?? "invalid",
      message: asText(problem["message"]) ?? "Invalid value",
      ...("params" in problem ? { params: parseParams(problem["params"]) } : {}),
      ...parseExisting(problem["existing"]),
    }));
  return Object.fromEntries(
    Object.entries(errors).map(([field, problems]) => [field, toFieldProblems(problems)]),
  );
}

/** Leaves out values of an unknown type, which a newer server may send. */
const parseParams = (params: unknown): ErrorParams =>
  Object.fromEntries(
    Object.entries(isRecord(params) ? params : {}).filter(
      (entry): entry is [string, ErrorParams[string]] => isParam(entry[1]),
    ),
  );
const isParam = (value: unknown): value is ErrorParams[string] =>
  typeof value === "string" ||
  typeof value === "number" ||
  (Array.isArray(value) && value.every((part) => typeof part === "string"));

function parseExisting(existing: unknown): Pick<FieldProblem, "existing"> {
  if (!isRecord(existing)) return {};
  const [id, name] = [asText(existing["id"]), asText(existing["name"])];
  return id === null || name === null ? {} : { existing: { id, name } };
}

const parseRetryAfter = (header: string | null) =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
