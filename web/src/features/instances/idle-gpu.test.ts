import { expect, test } from "vitest";
import { idleGpus } from "./idle-gpu.ts";

const instance = { hourlyRate: 2_000_000 };
const metrics = (values: (number | null)[]) => ({
  stepSeconds: 3_600,
  series: [{ name: "gpu" as const, values }],
});

test("counts the measured time below the limit, and its price", () => {
  expect(idleGpus(metrics([null, 0, 4.9, 5, 80, null]), instance)).toEqual({
    idleSeconds: 7_200,
    measuredSeconds: 14_400,
    cents: 400,
  });
  expect(idleGpus(metrics([50, 60]), instance)).toMatchObject({ idleSeconds: 0, cents: 0 });
});

test("says nothing where no GPU was measured", () => {
  expect(idleGpus(metrics([null, null]), instance)).toBeNull();
  expect(idleGpus({ stepSeconds: 300, series: [] }, instance)).toBeNull();
});
