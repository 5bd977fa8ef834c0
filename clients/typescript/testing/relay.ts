/** Stands between a client and the server, and tells each answer before the client has it. */
import { createServer } from "node:http";

export async function relayTo(url: string, onAnswer: (text: string) => Promise<unknown>) {
  const server = createServer((request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const { authorization = "" } = headers;
    fetch(url + path, { method, headers: { authorization } })
      .then(async (answer) => {
        const text = await answer.text();
        await onAnswer(text);
        response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
      })
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
