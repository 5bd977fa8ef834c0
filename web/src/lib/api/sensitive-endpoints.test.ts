import { expect, test } from "vitest";
import { z } from "zod";
import { AttributeUpdate } from "#contracts/account.ts";
import { allEndpoints, api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { isSensitiveEndpoint, isSensitiveRequest } from "./sensitive-endpoints.ts";

const secretWords = /password|otp|passkey|authorizationCode|secret/i;
const namesIn = (schema: z.ZodType | undefined): string =>
  schema === undefined
    ? ""
    : JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
const takesSecrets = ({ body, query }: Endpoint) =>
  secretWords.test(namesIn(body) + namesIn(query));

test("the playground offers no endpoint that takes a secret", () => {
  const shown = allEndpoints.filter((endpoint) => !isSensitiveEndpoint(endpoint));
  expect(shown.filter(takesSecrets)).toEqual([]);
  expect(shown.filter(({ access }) => access.kind === "link")).toEqual([]);
  expect(shown.map(({ id }) => id)).not.toContain("invites.join");
  expect(shown.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["projects.create", "instances.terminate", "tokens.remove"]),
  );
});

test("no request that takes a secret has a code sample", () => {
  const shown = allEndpoints.filter(
    (endpoint) => !isSensitiveRequest({ call: endpoint, input: {} }),
  );
  expect(shown.filter(takesSecrets)).toEqual([]);
  expect(shown.filter(({ path }) => path.includes(":token") && !path.includes("tokens/"))).toEqual(
    [],
  );
  for (const change of AttributeUpdate.options) {
    const [attribute] = change.shape.attribute.values;
    const isShown = !isSensitiveRequest({
      call: api.account.update,
      input: { body: { attribute } },
    });
    expect([attribute, isShown && secretWords.test(namesIn(change))]).toEqual([attribute, false]);
  }
  for (const attribute of ["password", "twoFactor", "recoveryCodes", undefined])
    expect(isSensitiveRequest({ call: api.account.update, input: { body: { attribute } } })).toBe(
      true,
    );
});

test("account requests without a secret have a code sample", () => {
  const isShown = (endpoint: Endpoint, body?: unknown) =>
    !isSensitiveRequest({ call: endpoint, input: { body } });
  expect(isShown(api.account.update, { attribute: "name" })).toBe(true);
  expect(isShown(api.account.deactivate)).toBe(true);
  expect(isShown(api.account.confirm)).toBe(false);
});
