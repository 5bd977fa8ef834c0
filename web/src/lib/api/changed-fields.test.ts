import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.ts";

test("omits unchanged fields and keeps empty values", () => {
  const before = { name: "Vision", description: "Cameras", colour: "sky" };
  expect(changedFields(before, { ...before })).toEqual({});
  expect(changedFields({ ...before, name: "Sight", description: "" }, before)).toEqual({
    name: "Sight",
    description: "",
  });
});
