import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { perPage, serverPage, type ServerPage, setServerPageSource } from "./page-scope.ts";

test("in a browser there is one state; pages that the server renders at once each have their own", async () => {
  const state = perPage(() => ({ name: "" }));
  expect(serverPage()).toBeNull();
  state().name = "browser";
  expect(state().name).toBe("browser");

  const pages = new AsyncLocalStorage<ServerPage>();
  setServerPageSource(() => {
    const page = pages.getStore();
    if (page === undefined) throw new Error("no page is rendered");
    return page;
  });
  const render = (name: string, turns: number) =>
    pages.run({ cookies: name, now: 0, isApple: false }, async () => {
      expect(state().name).toBe("");
      state().name = name;
      // Other renderings go on meanwhile.
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      expect(serverPage()?.cookies).toBe(name);
      return state().name;
    });
  expect(await Promise.all([render("first", 5), render("second", 1), render("third", 3)])).toEqual([
    "first",
    "second",
    "third",
  ]);
  expect(() => state()).toThrow("no page is rendered");
});
