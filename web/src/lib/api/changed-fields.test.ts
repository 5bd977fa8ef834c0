import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.ts";

test("what is as it was is left out, an empty value is a value", () => {
  const before = { name: "Vision", description: "Cameras", colour: "sky" };
  expect(changedFields(before, { ...before })).toEqual({});
  expect(changedFields({ ...before, name: "Sight", description: "" }, before)).toEqual({
    name: "Sight",
    description: "",
  });
});
