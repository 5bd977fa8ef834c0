/** Durations of state changes on the emulator's clock. */
export interface Timings {
  scheduleMs: number;
  networkMs: number;
  spawnMs: number;
  slowBuildMs: number;
  startMs: number;
  stopMs: number;
  rebootMs: number;
  hardRebootMs: number;
  deleteMs: number;
}

export const defaultTimings: Timings = {
  scheduleMs: 500,
  networkMs: 1000,
  spawnMs: 4000,
  slowBuildMs: 600_000,
  startMs: 2000,
  stopMs: 3000,
  rebootMs: 3000,
  hardRebootMs: 4000,
  deleteMs: 2000,
};
