/** A raw response for display: never rendered as HTML, and truncated to a displayable length. */

export interface PlaygroundResponse {
  readonly status: number;
  readonly tookMs: number;
  readonly requestId: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: ResponseBody;
}

export type ResponseBody =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string; readonly bytes: number }
  | { readonly kind: "file"; readonly name: string; readonly content: Blob };

/** Maximum displayed length; the downloaded file is complete. */
export const maxDisplayedCharacters = 100_000;

const fileName = /filename="?([^";]+)"?/;

const formatJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // Not valid JSON: shown as received.
  }
};

async function readBody(response: Response): Promise<ResponseBody> {
  const content = await response.blob();
  const name = fileName.exec(response.headers.get("content-disposition") ?? "")?.[1];
  if (name !== undefined) return { kind: "file", name, content };
  if (content.size === 0) return { kind: "nothing" };
  const text = await content.text();
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return { kind: "text", text: isJson ? formatJson(text) : text, bytes: content.size };
}

export async function readResponse(
  response: Response,
  tookMs: number,
): Promise<PlaygroundResponse> {
  return {
    status: response.status,
    tookMs,
    requestId: response.headers.get("x-request-id"),
    headers: [...response.headers],
    body: await readBody(response),
  };
}
