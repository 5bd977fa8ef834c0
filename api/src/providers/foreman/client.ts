/** Requests to the API v2 of a Foreman server: credentials, versions, pages and rejections. */
import { z } from "zod";
import { ComputeError, type ComputeErrorCode } from "#api/ports/compute.ts";
import { type HttpRequest, type HttpResponse, sendRequest } from "../json-request.ts";

export interface ForemanConfig {
  /** Without the path: `https://foreman.example.com`. */
  url: string;
  username: string;
  /** A personal access token or the user's password. */
  password: string;
  timeoutMs?: number;
}

interface ForemanRequest {
  method: HttpRequest["method"];
  path: readonly string[];
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

const rowsPerPage = 100;
/** A region with more hosts than this is not read as a whole. */
const maxPages = 100;

const Page = z.object({ subtotal: z.int(), results: z.array(z.unknown()) });

/** Foreman puts the reason into one of these, depending on the controller. */
const Rejection = z.object({
  error: z
    .union([
      z.string(),
      z.object({ message: z.string().optional(), full_messages: z.array(z.string()).optional() }),
    ])
    .optional(),
  message: z.string().optional(),
});

export class ForemanClient {
  private readonly config: ForemanConfig;
  private readonly check: () => Promise<void>;

  constructor(config: ForemanConfig, check: () => Promise<void> = async () => {}) {
    this.config = config;
    this.check = check;
  }

  checkedBy(check: () => Promise<void>): ForemanClient {
    return new ForemanClient(this.config, check);
  }

  /** Returns the response body; throws a `ComputeError`. */
  async send(request: ForemanRequest): Promise<unknown> {
    const response = await this.exchange(request);
    if (response.status < 300) return response.body;
    throw toError(response);
  }

  /** Returns null for a 404. */
  async sendOrNull(request: ForemanRequest): Promise<unknown> {
    const response = await this.exchange(request);
    if (response.status === 404) return null;
    if (response.status < 300) return response.body;
    throw toError(response);
  }

  /** Reads all pages of a list. A row that moves between two pages is returned once. */
  async list<Row extends { id: number }>(
    path: readonly string[],
    schema: z.ZodType<Row>,
    query: Readonly<Record<string, string>> = {},
  ): Promise<Row[]> {
    const rows = new Map<number, Row>();
    for (let page = 1; page <= maxPages; page += 1) {
      const { subtotal, results } = parseResponse(
        Page,
        await this.send({
          method: "GET",
          path,
          query: { ...query, page: String(page), per_page: String(rowsPerPage) },
        }),
      );
      for (const result of results) {
        const row = parseResponse(schema, result);
        rows.set(row.id, row);
      }
      if (page * rowsPerPage >= subtotal || results.length === 0) return [...rows.values()];
    }
    throw ComputeError.unavailable(`the list ${path.join("/")} has more than ${maxPages} pages`);
  }

  private async exchange({
    method,
    path,
    query = {},
    body,
  }: ForemanRequest): Promise<HttpResponse> {
    if (method !== "GET") await this.check();
    const { url: server, username, password, timeoutMs } = this.config;
    const url = new URL(`${server}/api/${path.map(encodeURIComponent).join("/")}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return await sendRequest({
      method,
      url,
      headers: {
        Accept: "application/json;version=2",
        Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
      },
      ...(body === undefined ? {} : { body }),
      timeoutMs,
    });
  }
}

/** Parses a response; a response of another shape counts as an outage. */
export function parseResponse<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw ComputeError.unavailable(
    `unexpected response: ${result.error.issues.map((issue) => issue.path.join(".")).join(", ")}`,
  );
}

function reasonOf(body: unknown): string {
  const { data } = Rejection.safeParse(body);
  if (data === undefined) return "";
  if (typeof data.error === "string") return data.error;
  return data.error?.full_messages?.join("; ") ?? data.error?.message ?? data.message ?? "";
}

function toError(response: HttpResponse): ComputeError {
  const { status, body, requestId, retryAfterMs } = response;
  const message = `${status} ${reasonOf(body)}`.trim();
  // 401: the credentials of Boreal are wrong, which operators mend; no request of a customer is at fault.
  if (status === 401 || status === 429 || status >= 500 || status < 400)
    return ComputeError.unavailable(message, { retryAfterMs, requestId });
  return ComputeError.rejected(toErrorCode(status), message, { requestId });
}

function toErrorCode(status: number): ComputeErrorCode {
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 409) return "conflict";
  return "bad_request";
}
