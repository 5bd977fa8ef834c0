import { buildUrl } from "../../lib/api/api-client.ts";
import { requestBody, type SampleRequest, tokenEnvVar } from "./sample-request.ts";
import { type LiteralSyntax, quoteString, toLiteral } from "./literal-syntax.ts";

const pythonSyntax: LiteralSyntax = {
  indent: "    ",
  inner: "",
  word: (value) => (value === null ? "None" : value ? "True" : "False"),
  key: quoteString,
};

function requestToPython(request: SampleRequest, origin: string): string {
  const { call: endpoint, input } = request;
  const body = requestBody(request);
  const parts = [quoteString(origin + buildUrl(endpoint, input))];
  if (endpoint.idempotent === true) parts.push(`headers={"Idempotency-Key": str(uuid.uuid4())}`);
  if (body !== undefined) parts.push(`json=${toLiteral(body, pythonSyntax)}`);
  parts.push("timeout=30");
  const lines = parts.map((part) => `    ${part.replaceAll("\n", "\n    ")},\n`);
  return [
    `response = session.${endpoint.method.toLowerCase()}(\n${lines.join("")})\n`,
    // `raise_for_status` would hide the problem response.
    "if not response.ok:\n    raise SystemExit(response.text)\n",
    ...(endpoint.hasNoResponse
      ? []
      : [
          endpoint.responseFileType === undefined
            ? "print(response.json())\n"
            : "print(response.text)\n",
        ]),
  ].join("");
}

/** Uses `requests`, the most common HTTP library. */
export function toPython(requests: readonly SampleRequest[], origin: string): string {
  const needsToken = requests.some(({ call: endpoint }) => endpoint.token === "needed");
  const modules = [
    ...(needsToken ? ["import os\n"] : []),
    ...(requests.some(({ call: endpoint }) => endpoint.idempotent === true)
      ? ["import uuid\n"]
      : []),
  ];
  const session = [
    "session = requests.Session()\n",
    ...(needsToken
      ? [`session.headers["Authorization"] = f"Bearer {os.environ['${tokenEnvVar}']}"\n`]
      : []),
  ];
  return [
    ...(modules.length === 0 ? [] : [modules.join("")]),
    "import requests\n",
    session.join(""),
    ...requests.map((request) => requestToPython(request, origin)),
  ].join("\n");
}
