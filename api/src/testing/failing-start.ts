/** Starts a server process that is expected to exit on its own; captures its fatal log messages. */
import { spawn } from "node:child_process";
import { z } from "zod";
import { freePort } from "../../../tools/lib/free-port.ts";

const Line = z.object({ level: z.number(), msg: z.string() });
const fatal = 60;

/** Resolves with exit code and fatal messages. A start that succeeds is killed and has neither. */
export async function startAndFail(
  databaseUrl: string,
): Promise<{ code: number | null; fatalMessages: string[] }> {
  const child = spawn(process.execPath, ["api/src/main.ts"], {
    env: {
      PATH: process.env["PATH"],
      PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      SMTP_URL: "smtp://127.0.0.1:9",
      BOREAL_SECRET: Buffer.alloc(32, 7).toString("base64"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (/"msg":\s*"ready"/.test(output)) child.kill("SIGKILL");
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const lines = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => Line.parse(JSON.parse(line)));
  return {
    code,
    fatalMessages: lines.filter(({ level }) => level === fatal).map(({ msg }) => msg),
  };
}
