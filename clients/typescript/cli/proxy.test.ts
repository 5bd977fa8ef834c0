/** Through a company's proxy: a real one, a real TLS server behind it, and the command as a process of its own. */
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

/** Known to nobody but the proxy, so that no request gets there by another way. */
const host = "console.company.test";
const sockets = new Set<Socket>();
let boreal: Server;
let proxy: HttpServer;
let url: string;
let proxyUrl: string;
let tunnels: { to: string | undefined; authorization: string | undefined }[];
/** What the proxy answers instead of opening the tunnel. */
let refusal: string | null;

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
    if (refusal !== null) return void client.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
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
  refusal = null;
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

/** What a program's own client answers or throws, without making a call again. */
async function ask(env: Record<string, string>, address = url): Promise<string> {
  const client = join(import.meta.dirname, "../src/boreal.ts");
  const program = `import { Boreal } from ${JSON.stringify(client)};
    const boreal = new Boreal({ url: "${address}", token: "${token}", retries: 0 });
    const asked = boreal.projects.list({ path: { workspace: "acme" } });
    await asked.then(({ data }) => console.log(data.length, "projects"), ({ message }) => console.log(message));`;
  const argv = ["--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, argv, {
    cwd: folder,
    env: { NODE_EXTRA_CA_CERTS: certificateFile, ...env },
  });
  return stdout;
}

test.each(["HTTPS_PROXY", "https_proxy"])(
  "N24: a request goes through the proxy that %s names, and the process ends",
  async (variable) => {
    expect(await run({ [variable]: proxyUrl })).toEqual({ code: 0, err: "No projects\n" });
    expect(tunnels).toEqual([{ to: `${host}:${portOf(boreal)}`, authorization: undefined }]);
  },
);

test.each([
  ["HTTP_PROXY", "http://"],
  ["http_proxy", "http://"],
])("N24: %s is for %s alone", async (variable, scheme) => {
  refusal = "403 Forbidden";
  const plain = await ask({ [variable]: proxyUrl }, `${scheme}${host}`);
  expect(plain).toMatch(
    new RegExp(`^http://${host} could not be reached through the proxy ${proxyUrl}: `),
  );
  expect(tunnels.map(({ to }) => to)).toEqual([`${host}:80`]);
  expect(await ask({ [variable]: proxyUrl })).toMatch(/could not be reached: /);
  expect(tunnels).toHaveLength(1);
});

test.each([
  ["NO_PROXY", host],
  ["no_proxy", `localhost,${host}`],
  ["NO_PROXY", ".company.test"],
  ["NO_PROXY", "*"],
])("N24: %s=%s keeps a request from the proxy", async (variable, value) => {
  const told = await ask({ HTTPS_PROXY: proxyUrl, [variable]: value });
  expect(told).toMatch(/^https:\/\/console\.company\.test:\d+ could not be reached: /);
  expect(tunnels).toEqual([]);
});

test("N24: user name and password of the proxy are sent to it and shown to nobody", async () => {
  const named = proxyUrl.replace("http://", "http://ann:s3cret@");
  expect((await run({ HTTPS_PROXY: named })).code).toBe(0);
  const sent = `Basic ${Buffer.from("ann:s3cret").toString("base64")}`;
  expect(tunnels[0]?.authorization).toBe(sent);
  refusal = "407 Proxy Authentication Required";
  const rejected = await run({ HTTPS_PROXY: named });
  expect(rejected.code).toBe(7);
  expect(rejected.err).toContain(`could not be reached through the proxy ${proxyUrl}: `);
  expect(rejected.err).toContain("407");
  expect(rejected.err).not.toContain("s3cret");
});

test.each([
  ["http://127.0.0.1:9", "http://127.0.0.1:9"],
  ["socks5://127.0.0.1:1080", "socks5://127.0.0.1:1080"],
  ["http://proxy:port", "that the environment names"],
])("N24: %s is told as the proxy that was used", async (given, shown) => {
  const told = await ask({ HTTPS_PROXY: given });
  expect(told.split("\n")).toEqual([
    expect.stringContaining(`could not be reached through the proxy ${shown}: `),
    "",
  ]);
});

test("N24: a certificate nobody knows is refused, and NODE_EXTRA_CA_CERTS makes it known", async () => {
  const unknown = await ask({ HTTPS_PROXY: proxyUrl, NODE_EXTRA_CA_CERTS: "" });
  expect(unknown).toMatch(/through the proxy \S+: .*self-signed certificate/);
  expect(await ask({ HTTPS_PROXY: proxyUrl })).toBe("0 projects\n");
});
