/** Reads the console's source: only the contract's rules, shared with the server, decide what a user may do. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allActions } from "#contracts/actions/all-actions.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = new Map(
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(root + path, "utf8")]),
);

/** Building blocks of the rules, and comparisons that repeat a part of a rule. */
const ownDecisions: readonly RegExp[] = [
  /\b(?:accessLevel|staffAccessLevel|actorAccessLevel|ownershipDenial|stateDenial)\(/,
  /\b(?:mayActOn|isBlockedWhileImpersonating|canSetStatus)\(/,
  /\b(?:unavailableReason|tokenUnavailableReason)\(/,
  /\bpermissions\s*\.\s*(?:includes|some)\(/,
  /\b(?:createdBy|owner)\??\.id\s*[!=]==/,
  /\b(?:workspaceRoleId|userStaffRoleId|role)\s*[!=]==\s*"(?:owner|administrator|team_member|Admin|Support)"/,
];

/** Files with such a line, and why it doesn't decide about an action. */
const exceptions: Readonly<Record<string, string>> = {
  "lib/session/permissions.ts": "reads the list of permissions that the server made with the rules",
  "lib/i18n/denial-messages.ts": "names the roles that may do what is denied",
  "features/members/role-permissions.ts": "describes what each role may do",
  "features/admin/role-matrix.tsx": "describes what each staff role may do",
  "features/tokens/rotate-dialog.tsx": "says whose name the new token will have",
};

test("no file of the console decides on its own what a user may do", () => {
  const deciding = [...sources]
    .filter(([, text]) => ownDecisions.some((pattern) => pattern.test(text)))
    .map(([path]) => path);
  expect(deciding.filter((path) => !(path in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((path) => !deciding.includes(path))).toEqual([]);
});

/** Actions that a function of the contract chooses between. */
const chosenByTarget: ReadonlySet<string> = new Set(["projects.assign", "projects.unassign"]);
/** Actions that only the API offers. */
const withoutPage: ReadonlySet<string> = new Set([
  // The same as `bareMetalItems.retire`, by the path of the product.
  "bareMetalItems.retireFromProduct",
]);

test("the console uses every rule of the contract", () => {
  const text = [...sources.values()].join("\n");
  const isAsked = (name: string) => {
    const [resource = "", action = ""] = name.split(".");
    const group = `${resource.replace(/ies$/, "ys").replace(/s$/, "")}Actions`;
    return text.includes(`${group}.${action}`) || text.includes(`${group}[`);
  };
  const silent = allActions.map(({ name }) => name).filter((name) => !isAsked(name));
  expect(silent.filter((name) => !chosenByTarget.has(name))).toEqual([...withoutPage]);
  expect(text).toContain("moveAction(");
});
