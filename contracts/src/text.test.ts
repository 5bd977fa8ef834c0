import { expect, test } from "vitest";
import { handle, hostname, name, nameUnlikeId } from "./text.ts";

const id = "0197c9a2-1111-7111-8111-aaaaaaaaaaaa";
const codeOf = (schema: typeof hostname | ReturnType<typeof nameUnlikeId>, text: string) => {
  const read = schema.safeParse(text);
  if (read.success) return null;
  const [issue] = read.error.issues;
  return issue !== undefined && "params" in issue ? issue.params : issue?.code;
};

test("N26: a name of an id's shape is refused for what is also addressed by its id", () => {
  expect(codeOf(hostname, id)).toEqual({ code: "id_shape" });
  for (const text of [id, id.toUpperCase(), ` ${id} `])
    expect([text, codeOf(nameUnlikeId(), text)]).toEqual([text, { code: "id_shape" }]);
  for (const text of [`${id}x`, id.replaceAll("-", ""), "0197c9a2"])
    expect([text, codeOf(nameUnlikeId(), text)]).toEqual([text, null]);
});

test("N26: a handle has no room for an id; a person may be called anything", () => {
  expect(handle.safeParse(`a${id.slice(1)}`).success).toBe(false);
  expect(name().safeParse(id).success).toBe(true);
});
