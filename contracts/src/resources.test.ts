/** Checks that everything a declaration refers to exists, and that no required declaration is missing. */
import { expect, test } from "vitest";
import { activityTypes } from "./activity.ts";
import { allEndpoints, api } from "./api.ts";
import { isAudited } from "./audited-endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { liveTopics, staleReads, topicPermission } from "./live.ts";
import { permissionNames } from "./permissions.ts";
import type { Resource } from "./resource.ts";
import { resources } from "./resources.ts";

const declared: readonly Resource[] = resources;

test("a resource is declared under the name of its endpoints", () => {
  expect(declared.filter(({ name }) => !Object.keys(api).includes(name))).toEqual([]);
});

test("each permission is declared by one resource", () => {
  const names = declared.flatMap(({ permissions = {} }) => Object.keys(permissions));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("every permission is used by an endpoint, except those of billing pages that do not exist yet", () => {
  const used = new Set<string>(
    allEndpoints.map(({ access }: Endpoint) => ("permission" in access ? access.permission : "")),
  );
  const names = declared.flatMap(({ permissions = {} }) => Object.keys(permissions));
  expect(names.filter((name) => !used.has(name) && !name.startsWith("billing."))).toEqual([]);
});

test("a resource requires one of its own permissions for search", () => {
  for (const { name, search, permissions = {} } of declared)
    if (search !== undefined) expect(Object.keys(permissions), name).toContain(search.permission);
});

test("a live topic requires an existing permission", () => {
  for (const topic of liveTopics) expect(permissionNames).toContain(topicPermission(topic));
});

test("every stale read of a live topic matches an existing endpoint", () => {
  for (const topic of liveTopics)
    for (const prefix of staleReads(topic))
      expect(
        allEndpoints.filter(({ id, method }) => method === "GET" && id.startsWith(prefix)),
        `${topic}: ${prefix}`,
      ).not.toEqual([]);
});

test("every resource with audited endpoints is an activity type", () => {
  const isRecorded = (endpoint: Endpoint) => isAudited(endpoint) && endpoint.stream !== true;
  const recording = allEndpoints.filter(isRecorded).map(({ id }) => id.split(".")[0] ?? "");
  const withoutType = [...new Set(recording)].filter(
    (name) => !activityTypes.some((type) => type === name),
  );
  // The endpoints of the demo are not part of the product.
  expect(withoutType).toEqual(["demo"]);
});
