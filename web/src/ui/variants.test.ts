/** Tones and shapes choose a CSS class by name, which no type checks. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

test.each([
  ["button.tsx", "button.module.css", "ButtonTone"],
  ["feedback.tsx", "feedback.module.css", "Tone"],
  ["status.tsx", "status.module.css", "StatusTone"],
  ["status.tsx", "status.module.css", "StatusShape"],
])("%s: each value of its type has a class in %s: %s", (component, styles, type) => {
  const declaration = new RegExp(String.raw`type ${type} = ([^;]+);`).exec(source(component))?.[1];
  const values = [...(declaration ?? "").matchAll(/"(\w+)"/g)].map(([, value = ""]) => value);
  expect(values.length).toBeGreaterThan(3);
  const css = source(styles);
  // `plain` is the button without a class of its own.
  const missing = values.filter((value) => value !== "plain" && !css.includes(`.${value}`));
  expect(missing).toEqual([]);
});
