/** Compares the access table (access.json) with the endpoint declarations. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "./api.ts";
import { type Endpoint, isSessionless } from "./endpoint.ts";
import { tokenScopes } from "./tokens.ts";
import { impersonationMasks, staffPermissions, workspacePermissions } from "./permissions.ts";
import { StaffRoleId } from "./roles.ts";

const Cells = z.record(
  z.string(),
  z.record(z.string(), z.enum(["all", "own", "granted", "field"])),
);
const Row = z.strictObject({
  call: z.string().optional(),
  method: z.enum(["GET", "POST", "PUT", "DELETE"]),
  path: z.string(),
  guard: z.string(),
  declared: z.string().optional(),
  permission: z.string().optional(),
  header: z.enum(["H", "J", "S", "-"]),
  reauthentication: z.union([z.literal(true), z.string().min(20)]).optional(),
  why: z.string().min(20).optional(),
});
const Table = z.strictObject({
  about: z.string(),
  workspacePermissions: Cells,
  staffPermissions: Cells,
  impersonationMasks: z.record(z.string(), z.array(StaffRoleId)),
  tokenScopes: z.array(z.string()),
  calls: z.array(Row),
});

const table = Table.parse(
  JSON.parse(readFileSync(new URL("../access.json", import.meta.url), "utf8")),
);

/** Path with anonymous parameters, because both sides name them independently. */
const shape = (path: string) => path.replace(/\{[^}]+\}|:[a-zA-Z]+/g, "{}");

function headerOf(endpoint: Endpoint): string {
  if (endpoint.method === "GET" && endpoint.mutates !== true) return "-";
  if (!isSessionless(endpoint.access)) return "H";
  return endpoint.method === "GET" ? "S" : "J";
}

const declarationOf = (endpoint: Endpoint) => ({
  call: endpoint.id,
  method: endpoint.method,
  path: shape(endpoint.path),
  guard: endpoint.access.kind,
  ...("permission" in endpoint.access ? { permission: endpoint.access.permission } : {}),
  header: headerOf(endpoint),
});

test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s is declared as in the table",
  (id, endpoint) => {
    const rows = table.calls
      .filter((row) => row.call === id)
      .map(({ why: _, reauthentication: __, declared: guard, ...row }) => ({
        ...row,
        guard: guard ?? row.guard,
        path: shape(row.path),
      }));
    expect(rows).toEqual([declarationOf(endpoint)]);
  },
);

/**
 * Whether the endpoint needs an explicit decision about reauthentication: it requires a session and may create
 * access, move money or end something.
 */
const needsDecision = (endpoint: Endpoint): boolean =>
  (endpoint.method !== "GET" || endpoint.mutates === true) &&
  !["open", "link", "signature", "any", "attempt"].includes(endpoint.access.kind);

const rowOf = (endpoint: Endpoint) => table.calls.find((row) => row.call === endpoint.id);

test.each(
  allEndpoints
    .filter((endpoint) => needsDecision(endpoint) || endpoint.requiresReauthentication === true)
    .map((endpoint) => [endpoint.id, endpoint] as const),
)("the table states whether %s requires reauthentication, or why not", (_, endpoint) => {
  const decided = rowOf(endpoint)?.reauthentication;
  if (endpoint.requiresReauthentication === true) expect(decided).toBe(true);
  else expect(decided).toEqual(expect.any(String));
});

test("no other row states reauthentication", () => {
  const decided = new Set(
    allEndpoints
      .filter(
        (endpoint: Endpoint) =>
          needsDecision(endpoint) || endpoint.requiresReauthentication === true,
      )
      .map(({ id }) => id),
  );
  const others = table.calls.filter((row) => !decided.has(row.call ?? ""));
  expect(others.filter((row) => row.reauthentication !== undefined)).toEqual([]);
});

test("every change by staff requires reauthentication", () => {
  const staffChanges = allEndpoints.filter(
    (endpoint: Endpoint) => endpoint.access.kind === "staff" && needsDecision(endpoint),
  );
  expect(staffChanges.length).toBeGreaterThan(8);
  expect(
    staffChanges.filter((endpoint: Endpoint) => endpoint.requiresReauthentication !== true),
  ).toEqual([]);
});

test("every row with a call has a declaration", () => {
  const ids = new Set(allEndpoints.map((endpoint) => endpoint.id));
  expect(table.calls.filter((row) => row.call !== undefined && !ids.has(row.call))).toEqual([]);
});

test("every call of the specification has an endpoint", () => {
  expect(table.calls.filter((row) => row.call === undefined)).toEqual([]);
  expect(table.calls.length).toBeGreaterThanOrEqual(163);
});

test("no two rows and no two declarations share method and path", () => {
  for (const places of [table.calls, allEndpoints].map((all) =>
    all.map((row) => `${row.method} ${shape(row.path)}`),
  )) {
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  }
});

test("each role has each permission with the access level of the table", () => {
  expect(workspacePermissions).toEqual(table.workspacePermissions);
  expect(staffPermissions).toEqual(table.staffPermissions);
  expect(impersonationMasks).toEqual(table.impersonationMasks);
  expect(tokenScopes).toEqual(table.tokenScopes);
});

test("every permission of a row exists", () => {
  const known = new Set([
    ...Object.keys(table.workspacePermissions),
    ...Object.keys(table.staffPermissions),
  ]);
  expect(
    table.calls.filter((row) => row.permission !== undefined && !known.has(row.permission)),
  ).toEqual([]);
});
