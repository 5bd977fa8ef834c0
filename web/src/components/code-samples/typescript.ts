import { requestBody, type SampleRequest, requestQuery, tokenEnvVar } from "./sample-request.ts";
import { type LiteralSyntax, quoteString, toLiteral } from "./literal-syntax.ts";

const identifierPattern = /^[A-Za-z_$][\w$]*$/;

const typescriptSyntax: LiteralSyntax = {
  indent: "  ",
  inner: " ",
  word: String,
  // Without brackets, `__proto__` would set the prototype instead of a property.
  key: (name) =>
    name === "__proto__"
      ? `["__proto__"]`
      : identifierPattern.test(name)
        ? name
        : quoteString(name),
};

function requestToTypeScript(request: SampleRequest, keeps: boolean): string {
  const { call: endpoint, input } = request;
  const query = requestQuery(request);
  const body = requestBody(request);
  const parts = [
    ...(input.path === undefined || Object.keys(input.path).length === 0
      ? []
      : [["path", input.path] as const]),
    ...(Object.keys(query).length === 0 ? [] : [["query", query] as const]),
    ...(body === undefined ? [] : [["body", body] as const]),
  ];
  const lines = parts.map(
    ([name, value]) =>
      `  ${name}: ${toLiteral(value, typescriptSyntax).replaceAll("\n", "\n  ")},\n`,
  );
  const argument = lines.length === 0 ? "" : `{\n${lines.join("")}}`;
  return `${keeps ? "const answer = " : ""}await boreal.${endpoint.id}(${argument});\n`;
}

/** Uses the TypeScript client of this API, which generates idempotency keys itself. */
export function toTypeScript(requests: readonly SampleRequest[], origin: string): string {
  const keeps = requests.length === 1 && requests[0]?.call.hasNoResponse === false;
  const needsToken = requests.some(({ call: endpoint }) => endpoint.token === "needed");
  const token = needsToken ? `  token: process.env.${tokenEnvVar},\n` : "";
  return [
    `import { Boreal } from "@boreal/client";\n`,
    `const boreal = new Boreal({\n  url: ${quoteString(origin)},\n${token}});\n`,
    ...requests.map((request) => requestToTypeScript(request, keeps)),
  ].join("\n");
}
