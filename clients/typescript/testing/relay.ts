/** A proxy between a client and the server that reports each response before the client receives it. */
import { createServer } from "node:http";

export async function relayTo(url: string, onResponse: (text: string) => Promise<unknown>) {
  const server = createServer((request, response) => {
    const { method = "GET", url: path = "/", headers } = request;
    const { authorization = "" } = headers;
    fetch(url + path, { method, headers: { authorization } })
      .then(async (upstream) => {
        const text = await upstream.text();
        await onResponse(text);
        response.writeHead(upstream.status, { "content-type": "application/json" }).end(text);
      })
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
