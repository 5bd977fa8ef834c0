import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import {
  type ConsoleFolders,
  consoleFolders,
  keepRelease,
  putUpRelease,
} from "./earlier-releases.ts";

const dayMs = 24 * 60 * 60 * 1_000;
let web: string;
let own: ConsoleFolders;
let clock: ManualClock;

beforeEach(() => {
  web = mkdtempSync(join(tmpdir(), "boreal-releases-"));
  own = consoleFolders(web);
  clock = new ManualClock("2026-11-28T12:00:00.000Z");
});
afterEach(() => rmSync(web, { recursive: true }));

/** A folder as the build leaves it. */
function build(folder: string, ...assets: string[]): string {
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const file of assets) writeFileSync(join(folder, "assets", file), file);
  return folder;
}

const release = (...assets: string[]) =>
  putUpRelease(own, build(join(web, "next"), ...assets), clock.now());
const earlier = () => readdirSync(join(own.earlier, "assets")).toSorted();

test("N63: keeps the files a release replaces for a week, and removes them then", () => {
  release("a1.js", "same.js");
  release("b2.js", "b2.js.br", "same.js");
  expect(readdirSync(join(own.current, "assets")).toSorted()).toEqual([
    "b2.js",
    "b2.js.br",
    "same.js",
  ]);
  expect(earlier()).toEqual(["a1.js"]);

  clock.advance(4 * dayMs);
  release("c3.js", "same.js");
  expect(earlier()).toEqual(["a1.js", "b2.js", "b2.js.br"]);

  clock.advance(3 * dayMs + 1);
  keepRelease(own, own, clock.now());
  expect(earlier()).toEqual(["b2.js", "b2.js.br"]);
});

test("serves a file that comes back with a rollback as current, with a week of its own afterwards", () => {
  release("a1.js");
  release("b2.js");
  clock.advance(6 * dayMs);
  release("a1.js");
  expect(earlier()).toEqual(["b2.js"]);
  release("b2.js");
  clock.advance(6 * dayMs);
  keepRelease(own, own, clock.now());
  expect(earlier()).toEqual(["a1.js"]);
});

test("takes the files over from the folder of the release before, with their times", () => {
  release("a1.js");
  release("b2.js");
  const other = mkdtempSync(join(tmpdir(), "boreal-next-release-"));
  try {
    const next = consoleFolders(other);
    build(next.current, "c3.js");
    clock.advance(4 * dayMs);
    keepRelease(own, next, clock.now());
    expect(readdirSync(join(next.earlier, "assets")).toSorted()).toEqual(["a1.js", "b2.js"]);
    clock.advance(4 * dayMs);
    keepRelease(next, next, clock.now());
    expect(readdirSync(join(next.earlier, "assets"))).toEqual(["b2.js"]);
  } finally {
    rmSync(other, { recursive: true });
  }
});

test("removes a file of which no time is known", () => {
  release("a1.js");
  build(own.earlier, "stray.js");
  release("b2.js");
  expect(existsSync(join(own.earlier, "assets/stray.js"))).toBe(false);
  expect(earlier()).toEqual(["a1.js"]);
});
