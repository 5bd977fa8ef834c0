import { addressOf } from "../../lib/client.ts";
import { bodyOf, type CodedRequest, tokenVariable } from "./coded-request.ts";
import { type Notation, quoted, written } from "./notation.ts";

const notation: Notation = {
  indent: "    ",
  inner: "",
  word: (value) => (value === null ? "None" : value ? "True" : "False"),
  key: quoted,
};

function writeOne(request: CodedRequest, origin: string): string {
  const { call, input } = request;
  const body = bodyOf(request);
  const parts = [quoted(origin + addressOf(call, input))];
  if (call.idempotent === true) parts.push(`headers={"Idempotency-Key": str(uuid.uuid4())}`);
  if (body !== undefined) parts.push(`json=${written(body, notation)}`);
  parts.push("timeout=30");
  const lines = parts.map((part) => `    ${part.replaceAll("\n", "\n    ")},\n`);
  return [
    `response = session.${call.method.toLowerCase()}(\n${lines.join("")})\n`,
    // `raise_for_status` would keep to itself what the refusal says.
    "if not response.ok:\n    raise SystemExit(response.text)\n",
    ...(call.answersNothing
      ? []
      : [call.file === undefined ? "print(response.json())\n" : "print(response.text)\n"]),
  ].join("");
}

/** With `requests`, which most have at hand. */
export function writePython(requests: readonly CodedRequest[], origin: string): string {
  const needsToken = requests.some(({ call }) => call.token === "needed");
  const modules = [
    ...(needsToken ? ["import os\n"] : []),
    ...(requests.some(({ call }) => call.idempotent === true) ? ["import uuid\n"] : []),
  ];
  const session = [
    "session = requests.Session()\n",
    ...(needsToken
      ? [`session.headers["Authorization"] = f"Bearer {os.environ['${tokenVariable}']}"\n`]
      : []),
  ];
  return [
    ...(modules.length === 0 ? [] : [modules.join("")]),
    "import requests\n",
    session.join(""),
    ...requests.map((request) => writeOne(request, origin)),
  ].join("\n");
}
