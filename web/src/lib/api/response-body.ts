/** Reads the body of a response: JSON, a file, or a problem. */
import { type ProblemError, unreadableProblem } from "./problem-error.ts";

async function parseJsonOrNull(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null; // Not JSON: an empty body, or an HTML page of a proxy.
  }
}

const fileName = /filename="?([^";]+)"?/;

/** Parses the body without validating it: the contract tests validate every response. */
export async function parseResponse(
  contract: { readonly responseFileType?: string },
  response: Response,
) {
  if (contract.responseFileType === undefined)
    return JSON.parse(response.status === 204 ? "null" : await response.text());
  const name = fileName.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "download";
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

export async function readProblem(response: Response): Promise<ProblemError> {
  const { status, headers } = response;
  const body = await parseJsonOrNull(response);
  try {
    const { parseProblem } = await import("./parse-problem.ts");
    return parseProblem(status, body, headers);
  } catch {
    // Its code can't be loaded: the status decides what happens next.
    return unreadableProblem(status, headers);
  }
}
