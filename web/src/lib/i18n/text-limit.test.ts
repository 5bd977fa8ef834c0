import { expect, test } from "vitest";
import { account } from "#contracts/account.ts";
import { auth } from "#contracts/auth.ts";
import { credentials } from "#contracts/credentials.ts";
import { projects } from "#contracts/projects.ts";
import { users } from "#contracts/users.ts";
import { limitOf } from "./text-limit.ts";

test.each([
  [auth.register, "firstName", 64],
  [auth.register, "email", 254],
  [auth.register, "password", undefined],
  [auth.register, "locale", undefined],
  [account.update, "lastName", 64],
  [projects.update, "name", 64],
  [users.update, "firstName", 64],
  [credentials.create, "name", 64],
  [credentials.create, "no.such", undefined],
] as const)("the input of a field takes what its contract accepts: %s", ({ body }, path, limit) => {
  expect([path, limitOf(body, path)]).toEqual([path, limit]);
});
