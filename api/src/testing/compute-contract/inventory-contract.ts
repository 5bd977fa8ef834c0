import { expect, it } from "vitest";
import { type ContractRun, rejectionOf } from "./contract-run.ts";

export function inventoryContract({ cloud }: ContractRun): void {
  it("authenticates and returns the API version", async () => {
    expect((await cloud().compute.ping()).apiVersion).toMatch(/^\d+(\.\d+)*$/);
  });

  it("finds nothing missing for an existing flavor and image", async () => {
    const { compute, flavor, image } = cloud();
    expect(await compute.findMissing({ flavor, image })).toBeNull();
  });

  it("names the missing flavor or image", async () => {
    const { compute, flavor, image } = cloud();
    expect(await compute.findMissing({ flavor: "no-such-flavor", image })).toMatchObject({
      code: "flavor_missing",
    });
    for (const missing of ["00000000-0000-4000-8000-000000000000", "no such system"])
      expect(await compute.findMissing({ flavor, image: missing })).toMatchObject({
        code: "image_missing",
      });
  });

  it("lists flavors and images with their sizes", async () => {
    const { compute, flavor, image } = cloud();
    expect((await compute.flavors()).find(({ name }) => name === flavor)).toMatchObject({
      vcpus: expect.any(Number),
      memoryMb: expect.any(Number),
      extraSpecs: expect.any(Object),
    });
    expect(
      (await compute.images()).find(({ imageId, name }) => [imageId, name].includes(image)),
    ).toMatchObject({ status: "active", minDiskGb: expect.any(Number) });
  });

  it("lists volume types with the volumes of each, and none in a region without block storage", async () => {
    for (const type of await cloud().compute.volumeTypes())
      expect(type).toEqual({
        typeId: expect.stringMatching(/./),
        name: expect.stringMatching(/./),
        description: expect.any(String),
        volumes: { count: expect.any(Number), sizeGb: expect.any(Number) },
      });
  });

  it("lists hypervisors with capacity and usage, or reports that the account is not allowed to", async () => {
    const hosts = await cloud()
      .compute.hypervisors()
      .catch((error: unknown) => {
        expect(error).toMatchObject({ kind: "rejected", code: "forbidden" });
        return null;
      });
    for (const host of hosts ?? []) {
      expect(host.vcpusTotal).toBeGreaterThan(0);
      expect(host.memoryTotalMb).toBeGreaterThanOrEqual(host.memoryUsedMb);
    }
  });
}

export function outageContract({ cloud }: ContractRun): void {
  it("is unavailable with rejected credentials", async () => {
    expect(await rejectionOf(cloud().withRejectedCredentials.ping())).toBe("unavailable");
  });

  it("is unavailable at an address without a server", async () => {
    expect(await rejectionOf(cloud().unreachable.ping())).toBe("unavailable");
  });
}
