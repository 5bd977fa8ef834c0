/** A server process that is expected to end by itself, with what it says to its operator. */
import { spawn } from "node:child_process";
import { z } from "zod";
import { freePort } from "../../../tools/lib/free-port.ts";

const Line = z.object({ level: z.number(), msg: z.string() });
const fatal = 60;

/** Resolves with exit code and fatal messages; a start that works is ended and has neither. */
export async function startAndFail(
  databaseUrl: string,
): Promise<{ code: number | null; said: string[] }> {
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
  return { code, said: lines.filter(({ level }) => level === fatal).map(({ msg }) => msg) };
}
