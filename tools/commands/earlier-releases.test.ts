import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import {
  type ConsoleFolders,
  consoleFolders,
  keepRelease,
  replaceRelease,
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

/** Creates a folder like the one the build writes. */
function build(folder: string, ...assets: string[]): string {
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const file of assets) writeFileSync(join(folder, "assets", file), file);
  return folder;
}

const release = (...assets: string[]) =>
  replaceRelease(own, build(join(web, "next"), ...assets), clock.now());
const earlier = () => readdirSync(join(own.earlier, "assets")).toSorted();

test("N63: keeps the files of a replaced release for a week, then removes them", () => {
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

test("treats a file restored by a rollback as current and keeps it for a full week after that", () => {
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

test("copies the files from the previous release's folder and keeps their replacement times", () => {
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

test("removes a file without a replacement time", () => {
  release("a1.js");
  build(own.earlier, "stray.js");
  release("b2.js");
  expect(existsSync(join(own.earlier, "assets/stray.js"))).toBe(false);
  expect(earlier()).toEqual(["a1.js"]);
});
