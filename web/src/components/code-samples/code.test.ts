/** Runs the code samples: in bash, curl, Node and, if installed, Python. */
import { spawn, spawnSync } from "node:child_process";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { Script } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { instances } from "#contracts/instances.ts";
import { members } from "#contracts/members.ts";
import { projects } from "#contracts/projects.ts";
import { system } from "#contracts/system.ts";
import { buildUrl } from "../../lib/api/api-client.ts";
import { type SampleRequest, toHttp } from "./sample-request.ts";
import { toSampleEndpoint } from "./sample-endpoint.ts";
import { toCurl } from "./curl.ts";
import { toPython } from "./python.ts";
import { toTypeScript } from "./typescript.ts";

const origin = "https://console.example";
const secret = "gcw_not-for-anyone";
const has = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;
const hasCurl = has("curl", "--version");
const hasPython = has("python3", "--version");

/** Values with quotes, variables, commands, file name prefixes and line breaks. */
const specialValues = [
  "'",
  "''",
  '"',
  "\\",
  "\\'",
  "'\\''",
  "$HOME",
  "${IFS}",
  "$(id)",
  "`id`",
  "@/etc/passwd",
  "a\nb",
  "a\r\nb",
  "\u0000",
  "\u2028\u2029",
  "!!",
  "%",
  "%2F..",
  "../..",
  "a b&c=d;e|f>g",
  "{}",
  "[1-3]",
  "ü 日本 😀",
  "\ud800",
  "\u202e",
  "--data",
  "</script>",
  "#{x} {0} %s",
  "'''",
  '"""',
  "__proto__",
  "None",
];
const text = fc.oneof(
  fc.constantFrom(...specialValues),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(text, tie("any"), { maxKeys: 4 }),
  ),
})).any;
const request: fc.Arbitrary<SampleRequest> = fc
  .record({ path: text, query: text, body: fc.dictionary(text, value, { maxKeys: 4 }) })
  .map(({ path, query, body }) => ({
    call: toSampleEndpoint(projects.create),
    input: { path: { workspace: path }, query: { search: query }, body },
  }));
const requests = [
  ...specialValues.map(
    (part): SampleRequest => ({
      call: toSampleEndpoint(projects.create),
      input: { path: { workspace: part }, query: { search: part }, body: { [part]: part } },
    }),
  ),
  ...fc.sample(request, { numRuns: 150, seed: 7 }),
];
/** The value after a JSON round trip: -0 becomes 0, and lone surrogates stay escaped. */
const asJson = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

/** Runs each script with `curl` replaced by a program that prints its arguments. */
function argumentsOf(scripts: readonly string[]): string[][] {
  const run = `PATH=/nowhere BOREAL_TOKEN='${secret}'
curl() { printf '%s\\0' "$@"; printf '\\1\\0'; }\nuuidgen() { echo a-key-of-its-own; }\n${scripts.join("\n")}`;
  const { stdout, stderr, status } = spawnSync("bash", ["-u"], {
    input: run,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const lists = stdout.split("\u0001\u0000").slice(0, -1);
  return lists.map((list) => list.split("\u0000").slice(0, -1));
}

test("bash passes the exact URL, headers and body to curl for any value", () => {
  const seen = argumentsOf(requests.map((each) => toCurl([each], origin)));
  expect(seen).toHaveLength(requests.length);
  for (const [position, { call: endpoint, input }] of requests.entries()) {
    const [, method, address, ...rest] = seen[position] ?? [];
    expect([method, address]).toEqual(["POST", origin + buildUrl(endpoint, input)]);
    expect(rest.slice(0, -1)).toEqual([
      "--header",
      `Authorization: Bearer ${secret}`,
      "--header",
      "Idempotency-Key: a-key-of-its-own",
      "--header",
      "Content-Type: application/json",
      "--data-raw",
    ]);
    expect(JSON.parse(rest.at(-1) ?? "")).toEqual(asJson(input.body));
  }
});

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

test.skipIf(!hasCurl)("curl sends the intended request", async () => {
  const received: Heard[] = [];
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const { method, url, headers } = incoming;
      received.push({ method, url, headers, body: Buffer.concat(parts).toString() });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const serverOrigin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  // Every client normalizes dot segments of a path, so they are left out here.
  const sent = requests
    .slice(0, specialValues.length)
    .filter(({ input }) => input.path?.["workspace"] !== "../..");
  const script = sent.map((each) => toCurl([each], serverOrigin)).join("\n");
  const child = spawn("bash", ["-eu"], { stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.end(`export no_proxy='*' BOREAL_TOKEN='${secret}'
uuidgen() { echo a-key-of-its-own; }\n${script}`);
  const code = await new Promise((resolve) => child.on("close", resolve));
  server.close();
  expect(code).toBe(0);
  expect(received.map(({ method, url }) => [method, url])).toEqual(
    sent.map(({ call: endpoint, input }) => ["POST", buildUrl(endpoint, input)]),
  );
  for (const [position, { headers, body }] of received.entries()) {
    expect(headers).toMatchObject({
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      "idempotency-key": "a-key-of-its-own",
    });
    expect(JSON.parse(body)).toEqual(asJson(sent[position]?.input.body));
  }
});

const pythonRunner = `
import json, os, sys, types
sys.stdin.reconfigure(encoding="utf-8", errors="surrogatepass")
os.environ["BOREAL_TOKEN"] = "${secret}"
seen = []
class Answer:
    ok = True
    def json(self): return {}
class Session:
    def __init__(self): self.headers = {}
    def send(self, method, url, **rest):
        seen.append({"method": method, "url": url, "session": self.headers, **rest})
        return Answer()
    def post(self, url, **rest): return self.send("POST", url, **rest)
    def get(self, url, **rest): return self.send("GET", url, **rest)
    def delete(self, url, **rest): return self.send("DELETE", url, **rest)
fake = types.ModuleType("requests")
fake.Session = Session
sys.modules["requests"] = fake
for script in json.load(sys.stdin):
    exec(compile(script, "script", "exec"), {"print": lambda *_: None})
json.dump(seen, sys.stdout)
`;

const PythonSeen = (output: string): { method: string; url: string; json: unknown }[] =>
  JSON.parse(output);

test.skipIf(!hasPython)(
  "Python compiles the sample and sends the exact URL, headers and body",
  () => {
    const scripts = requests.map((each) => toPython([each], origin));
    const { stdout, stderr, status } = spawnSync("python3", ["-c", pythonRunner], {
      input: JSON.stringify(scripts),
      encoding: "utf8",
      maxBuffer: 64_000_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const seen = PythonSeen(stdout);
    expect(seen).toHaveLength(requests.length);
    for (const [position, { call: endpoint, input }] of requests.entries()) {
      expect(seen[position]).toMatchObject({
        method: "POST",
        url: origin + buildUrl(endpoint, input),
        session: { Authorization: `Bearer ${secret}` },
        headers: { "Idempotency-Key": expect.stringMatching(/^[0-9a-f-]{36}$/) },
      });
      expect(asJson(seen[position]?.json)).toEqual(asJson(input.body));
    }
  },
);

/** Runs the sample with a client that records its arguments. */
function handedOver(code: string): unknown {
  const lines = code.replace(/^import .*\n/, "");
  // Through JSON, because objects of another context have other prototypes.
  const told = new Script(
    `const process = { env: { BOREAL_TOKEN: "" } };
     class Boreal { projects = { create: (input) => { told = JSON.stringify(input); } } }
     let told; async function run() { ${stripTypeScriptTypes(lines)} }
     run(); told`,
  ).runInNewContext();
  return JSON.parse(String(told));
}

test("passes the exact path, query and body to the client", () => {
  for (const each of requests) {
    const { path, query, body } = each.input;
    const { search } = query ?? {};
    expect(handedOver(toTypeScript([each], origin))).toEqual(
      asJson({
        path,
        ...(search === "" ? {} : { query: { search: String(search).toWellFormed() } }),
        body,
      }),
    );
  }
});

test("formats the sample like handwritten code", () => {
  const path = { workspace: "acme" };
  const create: SampleRequest = {
    call: toSampleEndpoint(projects.create),
    input: { path, body: { name: "It's $5", colour: "amber" } },
    idempotencyKey: "a-key-of-its-own",
  };
  expect(toHttp([create])).toBe(`POST /api/v1/workspaces/acme/projects
Content-Type: application/json
Idempotency-Key: a-key-of-its-own

{
  "name": "It's $5",
  "colour": "amber"
}`);
  expect(
    toCurl([create], origin),
  ).toBe(String.raw`curl --request POST 'https://console.example/api/v1/workspaces/acme/projects' \
  --header "Authorization: Bearer $BOREAL_TOKEN" \
  --header "Idempotency-Key: $(uuidgen)" \
  --header 'Content-Type: application/json' \
  --data-raw '{
  "name": "It'\''s $5",
  "colour": "amber"
}'
`);
  expect(toTypeScript([create], origin)).toBe(`import { Boreal } from "@boreal/client";

const boreal = new Boreal({
  url: "https://console.example",
  token: process.env.BOREAL_TOKEN,
});

const answer = await boreal.projects.create({
  path: { workspace: "acme" },
  body: { name: "It's $5", colour: "amber" },
});
`);
  expect(toPython([create], origin)).toBe(`import os
import uuid

import requests

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['BOREAL_TOKEN']}"

response = session.post(
    "https://console.example/api/v1/workspaces/acme/projects",
    headers={"Idempotency-Key": str(uuid.uuid4())},
    json={"name": "It's $5", "colour": "amber"},
    timeout=30,
)
if not response.ok:
    raise SystemExit(response.text)
print(response.json())
`);
});

test("omits an absent body, idempotency key and response", () => {
  const terminate: SampleRequest = {
    call: toSampleEndpoint(api.projects.remove),
    input: { path: { workspace: "acme", project: "p1" }, query: { moveTo: "" } },
  };
  expect(toHttp([terminate])).toBe("DELETE /api/v1/workspaces/acme/projects/p1");
  expect(toPython([terminate], origin)).not.toMatch(/json|uuid|print/);
  expect(toTypeScript([terminate], origin)).toContain(`\nawait boreal.projects.remove({\n`);
  expect(toTypeScript([terminate], origin)).not.toContain("query");
  const health: SampleRequest = { call: toSampleEndpoint(system.health), input: {} };
  expect(toCurl([health], origin)).toBe("curl 'https://console.example/health'\n");
  expect(toPython([health], origin)).not.toContain("os");
  expect(toTypeScript([health], origin)).not.toContain("token");
  expect(toTypeScript([health], origin)).toContain("await boreal.system.health();");
});

test("prints a text response as text", () => {
  const metrics: SampleRequest = {
    call: { ...toSampleEndpoint(system.metrics), responseFileType: "text/plain" },
    input: {},
  };
  expect(toPython([metrics], origin)).toContain("print(response.text)");
});

test.skipIf(!hasPython)("Python exits with the problem response when the request fails", () => {
  const refusing = `
import os, sys, types
os.environ["BOREAL_TOKEN"] = "${secret}"
class Answer:
    ok = False
    text = '{"code": "not_found"}'
class Session:
    def __init__(self): self.headers = {}
    def delete(self, url, **rest): return Answer()
fake = types.ModuleType("requests")
fake.Session = Session
sys.modules["requests"] = fake
exec(sys.stdin.read())
`;
  const remove: SampleRequest = {
    call: toSampleEndpoint(api.instances.terminate),
    input: { path: { workspace: "acme", instance: "i1" } },
  };
  const { stderr, status } = spawnSync("python3", ["-c", refusing], {
    input: toPython([remove], origin),
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: `{"code": "not_found"}\n`, status: 1 });
});

test("escapes characters in values that would disguise the code", () => {
  const name = "a\u202e\u2066b\u009b2J\u2028\u007f";
  const create: SampleRequest = {
    call: toSampleEndpoint(projects.create),
    input: { path: { workspace: name }, query: { search: name }, body: { [name]: name } },
  };
  for (const code of [
    toHttp([create]),
    ...[toCurl, toTypeScript, toPython].map((write) => write([create], origin)),
  ]) {
    expect(code).not.toMatch(/[\p{Bidi_Control}\u007f-\u009f\u2028\u2029]/u);
    expect(code).toContain(String.raw`a\u202e\u2066b\u009b2J\u2028\u007f`);
  }
});

test("several requests share the setup code", () => {
  const two = ["a", "b"].map(
    (instance): SampleRequest => ({
      call: toSampleEndpoint(instances.reset),
      input: { path: { workspace: "acme", instance }, body: { action: "reboot" } },
    }),
  );
  for (const write of [toTypeScript, toPython]) {
    const code = write(two, origin);
    expect(code.match(/^import/gm)?.length).toBe(new Set(code.match(/^import.*/gm)).size);
    expect(code.match(/reboot/g)).toHaveLength(2);
  }
  expect(toTypeScript(two, origin)).not.toContain("const answer");
  expect(argumentsOf([toCurl(two, origin)])).toHaveLength(2);
});

test("states which endpoints accept tokens and never contains one", () => {
  expect(toSampleEndpoint(instances.reset).token).toBe("needed");
  expect(toSampleEndpoint(members.remove).token).toBe("rejected");
  expect(toSampleEndpoint(system.openapi).token).toBe("unneeded");
});
