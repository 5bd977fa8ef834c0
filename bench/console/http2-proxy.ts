/** Puts HTTP/2 with TLS in front of a local server, like the proxy of an installation. */
import { createHash, X509Certificate } from "node:crypto";
import { request } from "node:http";
import { createSecureServer } from "node:http2";
import { generate } from "selfsigned";

/** Headers of HTTP/1.1 that HTTP/2 forbids. */
const hopByHop = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

export interface Certificate {
  readonly key: string;
  readonly cert: string;
  /** The browser trusts a certificate with this hash of its public key, and caches what comes with it. */
  readonly publicKeyHash: string;
}

export async function createCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
  const publicKey = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  return { key, cert, publicKeyHash: createHash("sha256").update(publicKey).digest("base64") };
}

/** The proxy has the host name of its target, so that the browser sends it the same cookies. */
export async function startHttp2Proxy(
  target: string,
  { key, cert }: Certificate,
): Promise<{ url: string; stop(): void }> {
  const { hostname, port, host } = new URL(target);
  const server = createSecureServer({ key, cert }, (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":"));
    const forwarded = request(
      {
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...Object.fromEntries(headers), host },
      },
      (response) => {
        const sent = Object.entries(response.headers).filter(([name]) => !hopByHop.has(name));
        outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(sent));
        response.pipe(outgoing);
      },
    );
    forwarded.once("error", () => outgoing.stream.close());
    outgoing.once("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `https://${hostname}:${typeof address === "object" && address !== null ? address.port : 0}`,
    stop: () => server.close(),
  };
}
