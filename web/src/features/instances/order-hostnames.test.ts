import { expect, test } from "vitest";
import {
  generateHostnames,
  hostnameErrorWhileTyping,
  isGenerated,
  regenerateHostnames,
  suggestHostname,
} from "./order-hostnames.ts";
import { commonPrefix, linkedNamePrefix, validateOrderSearch } from "./order-search.ts";

const none: ReadonlySet<string> = new Set();
const taken = new Set(["gpu-1", "gpu-3", "train"]);
const errorOf = (name: string, hasLeft = false) =>
  hostnameErrorWhileTyping([name], 0, taken, hasLeft);

test("generated names leave out those in use", () => {
  expect(generateHostnames("gpu-{n}", 3, taken)).toEqual(["gpu-2", "gpu-4", "gpu-5"]);
  expect(generateHostnames("train", 1, taken)).toEqual(["train"]);
  expect(generateHostnames("train", 2, taken)).toEqual(["train-1", "train-2"]);
});

test("names follow another quantity also if the names in use arrived after them", () => {
  const before = { pattern: "gpu-{n}", hostname: ["gpu-1", "mine"] };
  expect(regenerateHostnames(before, "gpu-{n}", 3, taken)).toEqual(["gpu-2", "mine", "gpu-5"]);
});

test("a link omits generated names, whether or not names are in use", () => {
  expect(isGenerated("gpu-{n}", ["gpu-1", "gpu-2"], taken)).toBe(true);
  expect(isGenerated("gpu-{n}", ["gpu-2", "gpu-4"], taken)).toBe(true);
  expect(isGenerated("gpu-{n}", ["gpu-2", "gpu-4"], none)).toBe(false);
});

test("C022: an invalid character is named while typing", () => {
  for (const [name, characters] of [
    ["ubuntu_server", ["_"]],
    ["ubuntu server", [" "]],
    ["a.b", ["."]],
    ["ü-1", ["ü"]],
    ["web-🚀", ["🚀"]],
  ] as const)
    expect(errorOf(name)?.params, name).toEqual({ rule: "hostname_characters", characters });
  expect(errorOf("-a")?.params).toEqual({ rule: "hostname_ends" });
  expect(errorOf("a".repeat(64))?.params).toEqual({ rule: "hostname_length", maximum: 63 });
});

test("a name that typing on can correct has no error until the field is left", () => {
  for (const name of ["", "web-", "42"]) {
    expect(errorOf(name), name).toBeNull();
    expect(errorOf(name, true), name).not.toBeNull();
  }
});

test("C019: a name in use and a repeated name are reported while typing", () => {
  expect(errorOf("train")).toEqual({ code: "taken", params: { resource: "instance" } });
  expect(errorOf("train-2")).toBeNull();
  const names = ["web-2", "web-2"];
  expect(hostnameErrorWhileTyping(names, 0, none, false)).toBeNull();
  expect(hostnameErrorWhileTyping(names, 1, none, false)?.code).toBe("duplicate");
});

test("a suggested name has the next free number", () => {
  expect(suggestHostname("gpu-1", new Set(["gpu-1", "gpu-2"]))).toBe("gpu-3");
  expect(suggestHostname("train", taken)).toBe("train-2");
  expect(suggestHostname("web9", new Set(["web9"]))).toBe("web10");
});

test("the names in use are searched by what all typed names begin with", () => {
  expect(commonPrefix(["gpu-1", "gpu-12"])).toBe("gpu-");
  expect(commonPrefix(["web-1", "db-1"])).toBe("");
  expect(linkedNamePrefix({})).toBe("gpu-");
  expect(linkedNamePrefix({ pattern: "Node-{n}-x" })).toBe("node-");
  expect(linkedNamePrefix({ names: "a-1,a-2" })).toBe("a-");
});

test("a link may name the product type", () => {
  expect(validateOrderSearch({ type: "cpu", sort: "hour" })).toEqual({ type: "cpu" });
});
