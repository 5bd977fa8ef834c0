/** What a program's variables hold by mistake: line ends and quotes around a token, nothing where a name belongs. */
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Boreal, BorealError } from "./boreal.ts";

const token = "gcw_notARealTokenButLongEnough0000000000";

test.each([`${token}\r\n`, `${token}\n`, ` ${token} `, `\ufeff${token}`])(
  "N25: a token is sent without the line end or blank that a file brings along: %j",
  async (given) => {
    await using server = await scriptedServer([{ json: { data: [], meta: { next: null } } }]);
    const boreal = new Boreal({ url: server.url, token: given });
    await boreal.projects.list({ path: { workspace: "acme" } });
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
  },
);

test.each([`"${token}"`, `'${token}'`, `"${token}"\n`, `“${token}”`])(
  "N25: quotes around a token are named, and the token is not: %j",
  (given) => {
    const make = () => new Boreal({ url: "https://x", token: given });
    expect(make).toThrow("The access token has quotes around it: leave them out");
    expect(make).not.toThrow(token);
  },
);

test.each(["", " ", "\n", ".", "..", " . "])(
  "N27: a path of %j is refused before anything is sent",
  async (empty) => {
    await using server = await scriptedServer([{}]);
    const boreal = new Boreal({ url: server.url, token });
    const rejected = [
      boreal.instances.terminate({ path: { workspace: "acme", instance: empty } }),
      boreal.instances.view({ path: { workspace: empty, instance: "web-1" } }),
      boreal.credentials.remove({ path: { workspace: "acme", credential: empty } }),
    ];
    for (const call of rejected)
      await expect(call).rejects.toMatchObject({ name: BorealError.name, code: "bad_input" });
    expect(server.seen).toEqual([]);
  },
);
