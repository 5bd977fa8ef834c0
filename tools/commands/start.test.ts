import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { freePort } from "../lib/free-port.ts";
import { type ProcessIdentity, waitUntilGone } from "../lib/process-identity.ts";
import { root } from "../lib/run-command.ts";

// The first start includes the console build.
const timeout = 120_000;

const Running = z.object({
  children: z.array(z.object({ pid: z.int(), startedTicks: z.string() })),
});

let dataDir: string;
let port: number;
const started: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "boreal-start-test-"));
  port = await freePort();
});

afterEach(async () => {
  for (const child of started.splice(0)) await end(child, "SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await exited;
}

/** Resolves with the output once the stack is ready or the process has ended. */
function start(
  more: Record<string, string> = {},
): Promise<{ child: ChildProcess; output: string; exitCode: number | null }> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(process.execPath, ["tools/commands/start.ts"], {
    cwd: root,
    env: { ...environment, BOREAL_DATA: dataDir, BOREAL_DEMO: "0", PORT: String(port), ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  const lines: string[] = [];
  return new Promise((resolve) => {
    const finish = () => resolve({ child, output: lines.join("\n"), exitCode: child.exitCode });
    const read = (line: string) => {
      lines.push(line);
      if (line.startsWith("Press Ctrl+C to stop")) finish();
    };
    createInterface({ input: child.stdout }).on("line", read);
    createInterface({ input: child.stderr }).on("line", read);
    child.once("close", finish);
  });
}

function childProcesses(): ProcessIdentity[] {
  return Running.parse(JSON.parse(readFileSync(join(dataDir, "running.json"), "utf8"))).children;
}

async function health(): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/health`)).status;
}

test("prints its URL, rejects a second start on the same folder or port, and stops all processes at the end", {
  timeout,
}, async () => {
  const first = await start();
  expect(first.output).toContain(`Boreal is ready: http://localhost:${port}`);
  expect(await health()).toBe(200);

  const usedPort = port;
  port = await freePort();
  const second = await start();
  expect(second.exitCode).toBe(1);
  expect(second.output).toContain(`is in use by the running process ${first.child.pid}`);
  port = usedPort;
  const third = await start();
  expect(third.output).toContain(`Port ${port} on 127.0.0.1 is already in use`);
  expect(await health()).toBe(200);

  const running = childProcesses();
  await end(first.child, "SIGINT");
  expect(first.child.exitCode).toBe(0);
  for (const child of running) expect(await waitUntilGone(child, 0)).toBe(true);
});

test("a killed start ends its child processes, and the next start continues with the data", {
  timeout,
}, async () => {
  const killed = await start();
  expect(killed.output).toContain("Boreal is ready");
  const running = childProcesses();
  await end(killed.child, "SIGKILL");

  const next = await start();
  expect(next.output).toContain("up to date");
  expect(await health()).toBe(200);
  for (const child of running) expect(await waitUntilGone(child, 0)).toBe(true);
});

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === "::1");

test.skipIf(!hasIpv6)(
  "N56: a start on an IPv6 address prints working URLs with brackets",
  {
    timeout,
  },
  async () => {
    const { output } = await start({ HOST: "[::1]" });
    expect(output).toContain(`Boreal is ready: http://[::1]:${port}`);
    expect((await fetch(`http://[::1]:${port}/health`)).status).toBe(200);
    const inbox = /Inbox: +(\S+)/.exec(output)?.[1] ?? "";
    expect(inbox).toMatch(/^http:\/\/\[::1\]:/);
    expect((await fetch(inbox)).status).toBe(200);
  },
);

test("stops the stack and names the process when a child process dies", { timeout }, async () => {
  const { child, output } = await start();
  expect(output).toContain("Boreal is ready");
  const errors: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const exited = new Promise((resolve) => child.once("close", resolve));
  const server = childProcesses().at(-1);
  if (server) process.kill(server.pid, "SIGKILL");
  await exited;
  expect(child.exitCode).toBe(1);
  expect(errors.join("")).toContain("The server ended with SIGKILL");
});
