import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOpenstackEmulator } from "#emulators/openstack/emulator.ts";
import { computeContract } from "../../testing/compute-contract/compute-contract.ts";
import { rejectionOf } from "../../testing/compute-contract/contract-run.ts";
import { type OpenstackTestCloud, createContractTestCloud } from "./contract-test-cloud.ts";

const makeCloud = () =>
  createContractTestCloud((clock) => startOpenstackEmulator({ port: 0, clock }));

computeContract(makeCloud);

describe("service catalog", () => {
  let cloud: OpenstackTestCloud;
  beforeAll(async () => {
    cloud = await makeCloud();
  });
  afterAll(() => cloud.stop());

  it("has the services by region: a missing region is unavailable", async () => {
    expect(await rejectionOf(cloud.computeWith({ regionName: "nowhere" }).ping())).toBe(
      "unavailable",
    );
  });

  it.each(["public", "internal"] as const)("has the services by interface: %s", async (name) => {
    expect((await cloud.computeWith({ interface: name }).ping()).apiVersion).toMatch(/^2\.\d+$/);
  });
});
