/** Reads the body of a response: JSON, or a file. */

export async function parseJsonOrNull(response: Response): Promise<unknown> {
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
