/**
 * The rules of `ports/compute.ts` as tests. Each provider calls `computeContract` with a cloud of its own; what only
 * one provider can do is tested beside it.
 */
import { describe, expect, it } from "vitest";
import { type ContractCloud, startContractRun } from "./contract-run.ts";
import { inventoryContract, outageContract } from "./inventory-contract.ts";
import { networkContract } from "./network-contract.ts";
import { invalidRequestContract, serverContract } from "./server-contract.ts";

export function computeContract(makeCloud: () => Promise<ContractCloud>): void {
  describe("compute port", () => {
    const run = startContractRun(makeCloud);
    describe("inventory of a region", () => inventoryContract(run));
    describe("ports and public IPs", () => networkContract(run));
    describe("lifecycle of a server", () => serverContract(run));
    describe("invalid requests", () => invalidRequestContract(run));
    describe("outages", () => outageContract(run));
    describe("checks before changes", () => {
      it("runs the check before each change, and not before a read", async () => {
        const { compute } = run.cloud();
        let checks = 0;
        const checked = compute.checkedBy(async () => {
          checks += 1;
        });
        await checked.flavors();
        expect(checks).toBe(0);
        await checked.ensurePort({ key: run.newKey() });
        expect(checks).toBeGreaterThan(0);
      });

      it("changes nothing if the check throws, and rethrows its error", async () => {
        const { compute } = run.cloud();
        const key = run.newKey();
        const overtaken = new Error("another worker has this command");
        const checked = compute.checkedBy(() => Promise.reject(overtaken));
        await expect(checked.ensurePort({ key })).rejects.toBe(overtaken);
        expect((await compute.marked()).filter((resource) => resource.key === key)).toEqual([]);
      });
    });
  });
}
