/** Reads the console's source: every mutation offers its code sample. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { isMutation } from "../../lib/api/api-client.ts";
import { isSensitiveRequest } from "../../lib/api/sensitive-endpoints.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(root + path, "utf8")]),
);

/** Mutations without a code sample, each with its reason. Each must still exist. */
const exceptions: Readonly<Record<string, string>> = {
  "lib/i18n/account-locale.ts account.update":
    "keeps what was chosen in a menu; nothing waits for it",
  "features/account/avatar-dialog.tsx account.update": "its body is the picture itself",
  "features/instances/remote-console/use-remote-console.ts instanceConsole.open":
    "its ticket opens a screen in the page only, and no program can request one",
  "guest-pages/terms.tsx account.update": "the consent of the user, before the console is open",
  "shell/impersonation-banner.tsx users.endImpersonation": "gives the browser its own session back",
};

const callsById = new Map(allEndpoints.map((endpoint) => [endpoint.id, endpoint]));
/** Whether all requests of the endpoint hold a secret; for `account.update` it depends on the request. */
const isSecret = (endpoint: Endpoint) =>
  isSensitiveRequest({ call: endpoint, input: { body: { attribute: "locale" } } });
const isOpenChange = (id: string): boolean => {
  const endpoint = callsById.get(id);
  return endpoint !== undefined && isMutation(endpoint) && !isSecret(endpoint);
};

interface Found {
  readonly path: string;
  readonly text: string;
  readonly id: string;
  /** Left side of the declaration: `const remove`, `const { now, busy }`. */
  readonly name: string;
}

function found(pattern: RegExp): Found[] {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].flatMap(({ groups = {} }) => {
      const { id = "", name = "" } = groups;
      return isOpenChange(id) ? [{ path, text, id, name }] : [];
    }),
  );
}

const placeOf = ({ path, id }: Found) => `${path} ${id}`;
const silentOf = (those: readonly Found[]) =>
  those.map(placeOf).filter((place) => !Object.hasOwn(exceptions, place));

test("every action of the console hands out its request", () => {
  const actions = found(/const (?<name>\w+|\{[^}]*\}) = useEndpointAction\(\s*(?<id>\w+\.\w+)/g);
  expect(actions.length).toBeGreaterThan(20);
  const silent = actions.filter(({ text, name }) =>
    name.startsWith("{")
      ? !/\b(?:now|code)\b/.test(name)
      : !new RegExp(String.raw`\b${name}\.(?:now|code)\(`).test(text),
  );
  expect(silentOf(silent)).toEqual([]);
});

test("no change is made past the actions and forms", () => {
  expect(silentOf(found(/\b(?:request|requestUntyped|requestRaw)\(\s*(?<id>\w+\.\w+)/g))).toEqual(
    [],
  );
});

test("every form has its code in its frame, its page, or where it puts it itself", () => {
  const forms = found(/useEndpointForm\(\s*(?<id>\w+\.\w+)/g);
  expect(forms.length).toBeGreaterThan(10);
  const framed = (text: string) =>
    /<(?:Form|FormDialog|ConfirmedFormDialog|FormPage|FormBody|FormCodeButton)\b/.test(text);
  const usedBy = (path: string) =>
    [...sources.values()].filter((text) => text.includes(`/${path.split("/").at(-1)}"`));
  const bare = forms.filter(({ path, text }) => !framed(text) && !usedBy(path).some(framed));
  expect(silentOf(bare)).toEqual([]);
});

test("the exceptions are still needed", () => {
  const all = found(/\b(?:useEndpointAction|useEndpointForm|request)\(\s*(?<id>\w+\.\w+)/g).map(
    placeOf,
  );
  expect(Object.keys(exceptions).filter((place) => !all.includes(place))).toEqual([]);
});
