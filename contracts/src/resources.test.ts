/** What declarations refer to exists, and nothing that has to be declared is left out. */
import { expect, test } from "vitest";
import { activityTypes } from "./activity.ts";
import { allEndpoints, api } from "./api.ts";
import type { Endpoint } from "./endpoint.ts";
import { liveTopics, staleReads, topicPermission } from "./live.ts";
import { permissionNames } from "./permissions.ts";
import type { Resource } from "./resource.ts";
import { resources } from "./resources.ts";

const declared: readonly Resource[] = resources;

test("a resource is declared under the name of its endpoints", () => {
  expect(declared.filter(({ name }) => !Object.keys(api).includes(name))).toEqual([]);
});

test("a permission is declared by one resource", () => {
  const names = declared.flatMap(({ permissions = {} }) => Object.keys(permissions));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("a permission of a resource is needed by an endpoint, or belongs to one that is not built", () => {
  const used = new Set<string>(
    allEndpoints.map(({ access }: Endpoint) => ("permission" in access ? access.permission : "")),
  );
  const names = declared.flatMap(({ permissions = {} }) => Object.keys(permissions));
  expect(names.filter((name) => !used.has(name) && !name.startsWith("billing."))).toEqual([]);
});

test("a resource is searched with a permission of its own", () => {
  for (const { name, search, permissions = {} } of declared)
    if (search !== undefined) expect(Object.keys(permissions), name).toContain(search.permission);
});

test("a live topic is seen with a permission that exists", () => {
  for (const topic of liveTopics) expect(permissionNames).toContain(topicPermission(topic));
});

test("a live topic makes answers of endpoints stale that exist", () => {
  for (const topic of liveTopics)
    for (const prefix of staleReads(topic))
      expect(
        allEndpoints.filter(({ id, method }) => method === "GET" && id.startsWith(prefix)),
        `${topic}: ${prefix}`,
      ).not.toEqual([]);
});

test("a resource whose changes are recorded is an activity type", () => {
  const isRecorded = ({ method, mutates, skipAudit, stream }: Endpoint) =>
    (method !== "GET" || mutates === true) && skipAudit !== true && stream !== true;
  const recording = allEndpoints.filter(isRecorded).map(({ id }) => id.split(".")[0] ?? "");
  const withoutType = [...new Set(recording)].filter(
    (name) => !activityTypes.some((type) => type === name),
  );
  // The demo's own endpoints are no part of the product.
  expect(withoutType).toEqual(["demo"]);
});
