/** Which object of a loaded list a page shows until its own response. */
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { activity } from "#contracts/activity.ts";
import { projects } from "#contracts/projects.ts";
import { endpointKey } from "./api-client.ts";
import { findListed, listedQuery } from "./listed-query.ts";

const listKey = (workspace: string, query: object) =>
  endpointKey(projects.list, { path: { workspace }, query: { ...query } });
const { listed } = listedQuery(projects.view, projects.list, {
  path: { workspace: "northwind", project: "p-2" },
});

test("the page of the list that was loaded last has the object", () => {
  const client = new QueryClient();
  const pages = [
    ["old", { page: "1" }, 1_000],
    ["new", { page: "2" }, 3_000],
    ["older", { search: "p" }, 2_000],
  ] as const;
  for (const [name, query, updatedAt] of pages)
    client.setQueryData(
      listKey("northwind", query),
      { data: [{ id: "p-1" }, { id: "p-2", name }] },
      { updatedAt },
    );
  expect(findListed(client, listed)).toEqual({ id: "p-2", name: "new" });
});

test("neither the list of another workspace nor one that is still loading has it", () => {
  const client = new QueryClient();
  client.setQueryData(listKey("southwind", {}), { data: [{ id: "p-2" }] });
  void client.query({
    queryKey: listKey("northwind", {}),
    queryFn: () => new Promise<object>(() => undefined),
  });
  expect(findListed(client, listed)).toBeUndefined();
  expect(findListed(client, undefined)).toBeUndefined();
});

test("a list without a parameter in its path is found", () => {
  const client = new QueryClient();
  client.setQueryData(endpointKey(activity.own, { query: { page: "1" } }), { data: [{ id: "a" }] });
  const own = listedQuery(activity.viewOwn, activity.own, { path: { log: "a" } });
  expect(findListed(client, own.listed)).toEqual({ id: "a" });
});
