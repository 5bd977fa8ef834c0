import { expect, test } from "vitest";
import { z } from "zod";
import { allCalls } from "#contracts/api.ts";
import { carriesSecrets } from "./secret-calls.ts";

const secretWords = /password|otp|passkey|authorizationCode|secret/i;
const namesIn = (schema: z.ZodType | undefined): string =>
  schema === undefined
    ? ""
    : JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));

test("no call that takes a secret is shown as code", () => {
  const shown = allCalls.filter((call) => !carriesSecrets(call));
  expect(
    shown.filter(({ body, query }) => secretWords.test(namesIn(body) + namesIn(query))),
  ).toEqual([]);
  expect(shown.filter(({ access }) => access.kind === "link")).toEqual([]);
  expect(shown.map(({ id }) => id)).not.toContain("invites.join");
  expect(shown.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["projects.create", "instances.terminate", "tokens.remove"]),
  );
});
