import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { nodeTerminal } from "./node-terminal.ts";

function keyboard() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 72 });
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  const seen = () => `${stdout.read() ?? ""}${stderr.read() ?? ""}`;
  return { stdin, seen, terminal: nodeTerminal({ stdin, stdout, stderr }, {}) };
}

test("a secret that is typed shows nowhere; any other answer does", async () => {
  const { stdin, seen, terminal } = keyboard();
  const secret = terminal.askSecret("Access token: ");
  stdin.write("gcw_secret\r");
  expect(await secret).toBe("gcw_secret");
  expect(seen()).toBe("Access token: \n");
  const name = terminal.ask("Type its name: ");
  stdin.write("web-1\r");
  expect(await name).toBe("web-1");
  expect(seen()).toContain("web-1");
});

test.each(["ask", "askSecret"] as const)(
  "Ctrl-C at a question ends it, and nothing is done: %s",
  async (way) => {
    const { stdin, seen, terminal } = keyboard();
    const answer = terminal[way]("Sure? ");
    stdin.write("\u0003");
    await expect(answer).rejects.toMatchObject({ exitReason: "interrupted" });
    // What is said then has a line of its own.
    expect(seen()).toMatch(/Sure\? [^]*\n$/);
  },
);

test("who is asked, and how wide it is, depends on whether somebody is there", () => {
  expect(keyboard().terminal).toMatchObject({ canAsk: true, columns: 72 });
  const pipe = () => new PassThrough();
  const piped = nodeTerminal({ stdin: pipe(), stdout: pipe(), stderr: pipe() }, {});
  expect(piped).toMatchObject({ canAsk: false, columns: null });
});

test("what is piped in is read to its end", async () => {
  const stdin = new PassThrough();
  stdin.end("one\ntwo\n");
  const { readStdin } = nodeTerminal(
    { stdin, stdout: new PassThrough(), stderr: new PassThrough() },
    {},
  );
  expect(await readStdin()).toBe("one\ntwo\n");
});
