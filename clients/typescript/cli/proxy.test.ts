/** Requests through a proxy: a real proxy, a real TLS server behind it, and the command as a separate process. */
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server as HttpServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generate } from "selfsigned";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const token = "gcw_notARealTokenButLongEnough0000000000";
const folder = mkdtempSync(join(tmpdir(), "boreal-proxy-"));
const command = join(import.meta.dirname, "../boreal.mjs");
const certificateFile = join(folder, "certificate.pem");

const portOf = (server: Server) => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on no port");
  return address.port;
};
const listen = (server: Server) =>
  new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));

/** Only the proxy can resolve this host, so a request cannot bypass it. */
const host = "console.company.test";
const sockets = new Set<Socket>();
let boreal: Server;
let proxy: HttpServer;
let url: string;
let proxyUrl: string;
let tunnels: { to: string | undefined; authorization: string | undefined }[];
/** Status line that the proxy sends instead of opening the tunnel. */
let rejection: string | null;

beforeAll(async () => {
  const created = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }],
  });
  writeFileSync(certificateFile, created.cert);
  boreal = createTlsServer({ key: created.private, cert: created.cert }, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: [], meta: { page: 1, next: null } }));
  });
  await listen(boreal);
  proxy = createServer();
  proxy.on("connect", (request, client: Socket) => {
    tunnels.push({ to: request.url, authorization: request.headers["proxy-authorization"] });
    sockets.add(client);
    if (rejection !== null) return void client.end(`HTTP/1.1 ${rejection}\r\n\r\n`);
    const server = connect(portOf(boreal), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.pipe(client);
      client.pipe(server);
    });
    sockets.add(server);
    for (const socket of [server, client]) socket.on("error", () => socket.destroy());
  });
  await listen(proxy);
  url = `https://${host}:${portOf(boreal)}`;
  proxyUrl = `http://127.0.0.1:${portOf(proxy)}`;
});
beforeEach(() => {
  tunnels = [];
  rejection = null;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  boreal.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(env: Record<string, string>, argv = ["projects", "list"]) {
  const child = spawn(process.execPath, [command, ...argv], {
    cwd: folder,
    env: {
      HOME: folder,
      BOREAL_URL: url,
      BOREAL_TOKEN: token,
      BOREAL_WORKSPACE: "acme",
      NODE_EXTRA_CA_CERTS: certificateFile,
      ...env,
    },
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end();
  return new Promise<{ code: number | null; err: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, err }));
  });
}

/** Returns the output of a script that uses the client without retries. */
async function runScript(env: Record<string, string>, address = url): Promise<string> {
  const client = join(import.meta.dirname, "../src/boreal.ts");
  const program = `import { Boreal } from ${JSON.stringify(client)};
    const boreal = new Boreal({ url: "${address}", token: "${token}", retries: 0 });
    const request = boreal.projects.list({ path: { workspace: "acme" } });
    await request.then(({ data }) => console.log(data.length, "projects"), ({ message }) => console.log(message));`;
  const argv = ["--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, argv, {
    cwd: folder,
    env: { NODE_EXTRA_CA_CERTS: certificateFile, ...env },
  });
  return stdout;
}

test.each(["HTTPS_PROXY", "https_proxy"])(
  "N24: sends requests through the proxy of %s, and the process ends",
  async (variable) => {
    expect(await run({ [variable]: proxyUrl })).toEqual({ code: 0, err: "No projects\n" });
    expect(tunnels).toEqual([{ to: `${host}:${portOf(boreal)}`, authorization: undefined }]);
  },
);

test.each([
  ["HTTP_PROXY", "http://"],
  ["http_proxy", "http://"],
])("N24: %s applies to %s URLs only", async (variable, scheme) => {
  rejection = "403 Forbidden";
  const plain = await runScript({ [variable]: proxyUrl }, `${scheme}${host}`);
  expect(plain).toMatch(
    new RegExp(`^http://${host} could not be reached through the proxy ${proxyUrl}: `),
  );
  expect(tunnels.map(({ to }) => to)).toEqual([`${host}:80`]);
  expect(await runScript({ [variable]: proxyUrl })).toMatch(/could not be reached: /);
  expect(tunnels).toHaveLength(1);
});

test.each([
  ["NO_PROXY", host],
  ["no_proxy", `localhost,${host}`],
  ["NO_PROXY", ".company.test"],
  ["NO_PROXY", "*"],
])("N24: %s=%s bypasses the proxy", async (variable, value) => {
  const output = await runScript({ HTTPS_PROXY: proxyUrl, [variable]: value });
  expect(output).toMatch(/^https:\/\/console\.company\.test:\d+ could not be reached: /);
  expect(tunnels).toEqual([]);
});

test("N24: sends user name and password to the proxy and never prints them", async () => {
  const named = proxyUrl.replace("http://", "http://ann:s3cret@");
  expect((await run({ HTTPS_PROXY: named })).code).toBe(0);
  const sent = `Basic ${Buffer.from("ann:s3cret").toString("base64")}`;
  expect(tunnels[0]?.authorization).toBe(sent);
  rejection = "407 Proxy Authentication Required";
  const rejected = await run({ HTTPS_PROXY: named });
  expect(rejected.code).toBe(7);
  expect(rejected.err).toContain(`could not be reached through the proxy ${proxyUrl}: `);
  expect(rejected.err).toContain("407");
  expect(rejected.err).not.toContain("s3cret");
});

test.each([
  ["http://127.0.0.1:9", "http://127.0.0.1:9"],
  ["socks5://127.0.0.1:1080", "socks5://127.0.0.1:1080"],
  ["http://proxy:port", "set in the environment"],
])("N24: names the proxy of %s in the error", async (value, label) => {
  const output = await runScript({ HTTPS_PROXY: value });
  expect(output.split("\n")).toEqual([
    expect.stringContaining(`could not be reached through the proxy ${label}: `),
    "",
  ]);
});

test("N24: rejects an unknown certificate unless NODE_EXTRA_CA_CERTS contains it", async () => {
  const unknown = await runScript({ HTTPS_PROXY: proxyUrl, NODE_EXTRA_CA_CERTS: "" });
  expect(unknown).toMatch(/through the proxy \S+: .*self-signed certificate/);
  expect(await runScript({ HTTPS_PROXY: proxyUrl })).toBe("0 projects\n");
});
