/** Opens event streams for tests and parses them like a page does. */
import type { TestClient } from "./client.ts";

/** Opens a stream of a workspace and reads its first message, `open`. */
export const openStream = (
  client: TestClient,
  workspace: string,
  headers: Record<string, string> = {},
) => openStreamAt(client, `/api/v1/workspaces/${workspace}/live`, headers);

/** Opens the stream at an address. */
export async function openStreamAt(
  client: TestClient,
  address: string,
  headers: Record<string, string> = {},
) {
  const response = await client.send("GET", address, undefined, {
    headers: { accept: "text/event-stream", ...headers },
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`The stream was rejected: ${response.status} ${await response.text()}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  /** Fields of the next message; rejects if the stream has ended. */
  const message = async (): Promise<Record<string, string>> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const lines = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        return Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(":")),
            line.slice(line.indexOf(":") + 1).trim(),
          ]),
        );
      }
      const { value, done } = await reader.read();
      if (done) throw new Error("The stream has ended");
      text += value;
    }
  };
  const first = await message();
  if (first["event"] !== "open") throw new Error(`The stream began with ${JSON.stringify(first)}`);
  return {
    headers: response.headers,
    message,
    /** Received text that has not been read yet. */
    buffered: () => text,
    close: () => reader.cancel(),
  };
}
