/** The generated calls against the contracts they come from. */
import { expect, test } from "vitest";
import { allEndpoints } from "../../../contracts/src/api.ts";
import { tokenScopesFor } from "../../../contracts/src/tokens.ts";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Boreal } from "./boreal.ts";

const made = allEndpoints.filter((endpoint) => tokenScopesFor(endpoint).length > 0);
const openReads = ["system.health", "system.openapi"];

/** What the client offers, as `noun.verb`. */
function offered(boreal: Boreal): string[] {
  return Object.entries(boreal).flatMap(([noun, verbs]) =>
    typeof verbs === "object" ? Object.keys(verbs).map((verb) => `${noun}.${verb}`) : [],
  );
}

test("it has every call that takes an access token, what anybody may read, and nothing else", () => {
  const requested = [...made.map(({ id }) => id), ...openReads];
  expect(offered(new Boreal({ url: "https://x" })).sort()).toEqual(requested.sort());
  expect(requested.length).toBeGreaterThan(20);
});

test.each(made.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s goes where its contract says, with a key where it takes one",
  async (id, { method, path, body, idempotent }) => {
    await using server = await scriptedServer([{ json: {} }]);
    const boreal = new Boreal({ url: server.url, token: "gcw_x" });
    const [noun = "", verb = ""] = id.split(".");
    const names = [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = ""]) => name);
    const input = {
      path: Object.fromEntries(names.map((name) => [name, `the ${name}`])),
      ...(body !== undefined && { body: { a: 1 } }),
    };
    await Reflect.get(Reflect.get(boreal, noun), verb)(input);
    const [seen] = server.seen;
    expect(seen).toMatchObject({
      method,
      path: path.replace(/:([a-zA-Z]+)/g, (_, name: string) => `the%20${name}`),
      body: body === undefined ? "" : '{"a":1}',
    });
    expect(seen?.headers["idempotency-key"] !== undefined).toBe(idempotent === true);
  },
);
