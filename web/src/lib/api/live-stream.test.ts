import { expect, test } from "vitest";
import { retryDelayMs } from "./live-stream.ts";

test("backs off after each failure, up to a delay of 30 seconds with 50% jitter", () => {
  expect([0, 1, 2, 3, 10].map((failures) => retryDelayMs(failures, 0.5))).toEqual([
    1_000, 2_000, 4_000, 8_000, 30_000,
  ]);
});

test("spreads reconnects after a server restart over a period as long as the delay", () => {
  expect(retryDelayMs(0, 0)).toBe(500);
  expect(retryDelayMs(0, 1)).toBe(1_500);
});
