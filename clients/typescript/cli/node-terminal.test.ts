import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { nodeTerminal } from "./node-terminal.ts";

function keyboard() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 72 });
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  const printed = () => `${stdout.read() ?? ""}${stderr.read() ?? ""}`;
  return { stdin, printed, terminal: nodeTerminal({ stdin, stdout, stderr }, {}) };
}

test("does not echo a secret, but echoes other input", async () => {
  const { stdin, printed, terminal } = keyboard();
  const secret = terminal.askSecret("Access token: ");
  stdin.write("gcw_secret\r");
  expect(await secret).toBe("gcw_secret");
  expect(printed()).toBe("Access token: \n");
  const name = terminal.ask("Type its name: ");
  stdin.write("web-1\r");
  expect(await name).toBe("web-1");
  expect(printed()).toContain("web-1");
});

test.each(["ask", "askSecret"] as const)("Ctrl-C cancels a prompt: %s", async (method) => {
  const { stdin, printed, terminal } = keyboard();
  const answer = terminal[method]("Sure? ");
  stdin.write("\u0003");
  await expect(answer).rejects.toMatchObject({ exitReason: "interrupted" });
  // Later output starts on a new line.
  expect(printed()).toMatch(/Sure\? [^]*\n$/);
});

test("canAsk and columns depend on whether the streams are terminals", () => {
  expect(keyboard().terminal).toMatchObject({ canAsk: true, columns: 72 });
  const pipe = () => new PassThrough();
  const piped = nodeTerminal({ stdin: pipe(), stdout: pipe(), stderr: pipe() }, {});
  expect(piped).toMatchObject({ canAsk: false, columns: null });
});

test("reads piped input to its end", async () => {
  const stdin = new PassThrough();
  stdin.end("one\ntwo\n");
  const { readStdin } = nodeTerminal(
    { stdin, stdout: new PassThrough(), stderr: new PassThrough() },
    {},
  );
  expect(await readStdin()).toBe("one\ntwo\n");
});
