import { bodyOf, type CodedRequest, queryOf, tokenVariable } from "./coded-request.ts";
import { type Notation, quoted, written } from "./notation.ts";

const isPlainName = /^[A-Za-z_$][\w$]*$/;

const notation: Notation = {
  indent: "  ",
  inner: " ",
  word: String,
  // Without the brackets `__proto__` would set the prototype instead of a field.
  key: (name) =>
    name === "__proto__" ? `["__proto__"]` : isPlainName.test(name) ? name : quoted(name),
};

function writeOne(request: CodedRequest, keeps: boolean): string {
  const { call, input } = request;
  const query = queryOf(request);
  const body = bodyOf(request);
  const parts = [
    ...(input.path === undefined || Object.keys(input.path).length === 0
      ? []
      : [["path", input.path] as const]),
    ...(Object.keys(query).length === 0 ? [] : [["query", query] as const]),
    ...(body === undefined ? [] : [["body", body] as const]),
  ];
  const lines = parts.map(
    ([name, value]) => `  ${name}: ${written(value, notation).replaceAll("\n", "\n  ")},\n`,
  );
  const argument = lines.length === 0 ? "" : `{\n${lines.join("")}}`;
  return `${keeps ? "const answer = " : ""}await boreal.${call.id}(${argument});\n`;
}

/** With the client of this API, which makes the idempotency keys itself. */
export function writeTypeScript(requests: readonly CodedRequest[], origin: string): string {
  const keeps = requests.length === 1 && requests[0]?.call.answersNothing === false;
  const needsToken = requests.some(({ call }) => call.token === "needed");
  const token = needsToken ? `  token: process.env.${tokenVariable},\n` : "";
  return [
    `import { Boreal } from "@boreal/client";\n`,
    `const boreal = new Boreal({\n  url: ${quoted(origin)},\n${token}});\n`,
    ...requests.map((request) => writeOne(request, keeps)),
  ].join("\n");
}
