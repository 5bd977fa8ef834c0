/** Frequent mistakes in input: line breaks and quotes around a token, empty path parameters. */
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Boreal, BorealError } from "./boreal.ts";

const token = "gcw_notARealTokenButLongEnough0000000000";

test.each([`${token}\r\n`, `${token}\n`, ` ${token} `, `\ufeff${token}`])(
  "N25: trims a token: %j",
  async (value) => {
    await using server = await scriptedServer([{ json: { data: [], meta: { next: null } } }]);
    const boreal = new Boreal({ url: server.url, token: value });
    await boreal.projects.list({ path: { workspace: "acme" } });
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
  },
);

test.each([`"${token}"`, `'${token}'`, `"${token}"\n`, `“${token}”`])(
  "N25: rejects a token in quotes without repeating it: %j",
  (value) => {
    const create = () => new Boreal({ url: "https://x", token: value });
    expect(create).toThrow("The access token is in quotes. Remove the quotes.");
    expect(create).not.toThrow(token);
  },
);

test.each(["", " ", "\n", ".", "..", " . "])(
  "N27: rejects %j as a path parameter before it sends a request",
  async (empty) => {
    await using server = await scriptedServer([{}]);
    const boreal = new Boreal({ url: server.url, token });
    const rejected = [
      boreal.instances.terminate({ path: { workspace: "acme", instance: empty } }),
      boreal.instances.view({ path: { workspace: empty, instance: "web-1" } }),
      boreal.credentials.remove({ path: { workspace: "acme", credential: empty } }),
    ];
    for (const request of rejected)
      await expect(request).rejects.toMatchObject({ name: BorealError.name, code: "bad_input" });
    expect(server.requests).toEqual([]);
  },
);
