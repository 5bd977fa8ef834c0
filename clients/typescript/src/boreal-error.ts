/** What a call that did not succeed throws. It never holds the access token. */
import type { Answer } from "./route.ts";

/** The values a message names, for programs that word the code themselves. */
export type ErrorParams = Readonly<Record<string, string | number | readonly string[]>>;

export interface FieldProblem {
  readonly code: string;
  readonly message: string;
  /** Absent where the message names no value. */
  readonly params?: ErrorParams;
  /** With `already_added` and `taken`: the object that is in the way, where the token may see it. */
  readonly existing?: { readonly id: string; readonly name: string };
}

interface BorealErrorInit {
  /** The HTTP status; 0 where no answer came. */
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
  /** Stable, for programs: `not_found`, `action_not_possible`, … `network_error` and `timeout` where no answer came. */
  readonly code: string;
  /** Tell it to support: it finds the request in the logs. */
  readonly requestId: string | null;
  /** Of a 422: per field, what is wrong with it. */
  readonly fields: Readonly<Record<string, readonly FieldProblem[]>>;
  /** Of a 403: the permission that is missing. */
  readonly permission: string | null;
  readonly retryAfterSeconds: number | null;
  /** Why, where `code` alone does not say it: `project_not_empty`, `instance_is_stopped`, … */
  readonly reason: string | null;
  /** The values the sentence of the reason names. */
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

/** What a refusal says; where something between here and Boreal answered, what can be said of that. */
export function parseError(response: Answer, text: string): BorealError {
  const json = parseJsonObject(text);
  const { status } = response;
  const requestId = asText(json["requestId"]) ?? response.headers.get("x-request-id");
  const retryAfterSeconds = parseRetryAfter(response.headers.get("retry-after"));
  const errors = json["errors"];
  if (status === 422 && isRecord(errors)) {
    const fields = parseFieldProblems(errors);
    const message = `Some fields have invalid values: ${Object.keys(fields).join(", ")}`;
    return new BorealError({ status, code: "validation_failed", message, requestId, fields });
  }
  return new BorealError({
    status,
    code: asText(json["code"]) ?? `http_${status}`,
    message: asText(json["message"]) ?? `The answer was ${status} ${response.statusText}`.trim(),
    requestId,
    permission: asText(json["permission"]),
    reason: asText(json["reason"]),
    params: parseParams(json["params"]),
    retryAfterSeconds,
  });
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    // A page of a proxy, say.
    return {};
  }
}

function parseFieldProblems(errors: Record<string, unknown>): Record<string, FieldProblem[]> {
  const toFieldProblems = (given: unknown): FieldProblem[] =>
    (Array.isArray(given) ? given : []).filter(isRecord).map((problem) => ({
      code: asText(problem["code"]) ?? "invalid",
      message: asText(problem["message"]) ?? "Invalid value",
      ...("params" in problem ? { params: parseParams(problem["params"]) } : {}),
      ...existingOf(problem["existing"]),
    }));
  return Object.fromEntries(
    Object.entries(errors).map(([field, given]) => [field, toFieldProblems(given)]),
  );
}

/** Values of another shape than today's are left out. */
const parseParams = (given: unknown): ErrorParams =>
  Object.fromEntries(
    Object.entries(isRecord(given) ? given : {}).filter(
      (entry): entry is [string, ErrorParams[string]] => isParam(entry[1]),
    ),
  );
const isParam = (value: unknown): value is ErrorParams[string] =>
  typeof value === "string" ||
  typeof value === "number" ||
  (Array.isArray(value) && value.every((part) => typeof part === "string"));

function existingOf(given: unknown): Pick<FieldProblem, "existing"> {
  if (!isRecord(given)) return {};
  const [id, name] = [asText(given["id"]), asText(given["name"])];
  return id === null || name === null ? {} : { existing: { id, name } };
}

const parseRetryAfter = (header: string | null) =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
