import { expect, test } from "vitest";
import { parseCommand, type Verb } from "./parse-command.ts";

const verb = (action: Verb["action"], ...says: string[]): Verb => ({
  action,
  label: action,
  of: (name) => `${action} ${name}`,
  says,
  icon: "power",
  cli: { command: action },
});
const verbs = [
  verb("reboot", "reboot", "restart", "neu starten"),
  verb("hard_reboot", "force reboot", "reboot by force", "hard reboot"),
  verb("power_on", "power on", "start"),
];
const meant = (typed: string) => {
  const { verb: found, term } = parseCommand(typed, verbs);
  return [found?.action ?? null, term];
};

test("removes a verb before or after a name; the longest verb wins", () => {
  expect(meant("reboot gpu-3")).toEqual(["reboot", "gpu-3"]);
  expect(meant("  Restart   GPU-3 ")).toEqual(["reboot", "GPU-3"]);
  expect(meant("gpu-3 neu starten")).toEqual(["reboot", "gpu-3"]);
  expect(meant("reboot by force gpu-3")).toEqual(["hard_reboot", "gpu-3"]);
  expect(meant("hard reboot 192.0.2.1")).toEqual(["hard_reboot", "192.0.2.1"]);
});

test("searches for a verb alone, or for a name that begins like a verb", () => {
  expect(meant("reboot")).toEqual([null, "reboot"]);
  expect(meant("reboot ")).toEqual([null, "reboot"]);
  expect(meant("start-1")).toEqual([null, "start-1"]);
  expect(meant("")).toEqual([null, ""]);
});
