import { expect, test } from "vitest";
import { joinDeviceName, parseDeviceName } from "./device-name.ts";

test("a device name is taken apart as it was joined", () => {
  const device = joinDeviceName(["Microsoft Edge", "Windows"]);
  expect(device).toBe("Microsoft Edge on Windows");
  expect(parseDeviceName(device ?? "")).toEqual({ browser: "Microsoft Edge", system: "Windows" });
});

test.each(["Firefox", "", "a on b on c"])("%j has no two parts", (device) => {
  expect(parseDeviceName(device)).toBeNull();
});

test("nothing known is no name", () => {
  expect(joinDeviceName([])).toBeNull();
});
