import { expect, it } from "vitest";
import { type ContractRun, rejectionOf } from "./contract-run.ts";

export function networkContract({ cloud, newKey }: ContractRun): void {
  it("returns the same port for repeated requests with one key", async () => {
    const { compute } = cloud();
    const key = newKey();
    const first = await compute.ensurePort({ key });
    expect(first.privateIp).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect(await compute.ensurePort({ key })).toEqual(first);
    expect(await compute.ensurePort({ key: newKey() })).not.toEqual(first);
  });

  it("returns the same public IP for repeated requests with one key", async () => {
    const { compute } = cloud();
    const key = newKey();
    const { portId, privateIp } = await compute.ensurePort({ key });
    const first = await compute.ensureFloatingIp({ key, portId });
    expect(first.addressId).not.toBeNull();
    expect(first.publicIp).not.toBe(privateIp);
    expect(await compute.ensureFloatingIp({ key, portId })).toEqual(first);
  });

  it("moves the public IP when its port was lost and recreated", async () => {
    const { compute } = cloud();
    const key = newKey();
    const lost = await compute.ensurePort({ key: newKey() });
    const first = await compute.ensureFloatingIp({ key, portId: lost.portId });
    const { portId } = await compute.ensurePort({ key });
    expect(await compute.ensureFloatingIp({ key, portId })).toEqual(first);
  });

  it("uses the fixed IP as the public one without a public network", async () => {
    const key = newKey();
    const { portId, privateIp } = await cloud().compute.ensurePort({ key });
    expect(await cloud().withoutPublicNetwork.ensureFloatingIp({ key, portId })).toEqual({
      addressId: null,
      publicIp: privateIp,
    });
  });

  it("rejects an unknown network", async () => {
    const { compute } = cloud();
    expect(
      await rejectionOf(compute.ensurePort({ key: newKey(), network: "no-such-network" })),
    ).toBe("not_found");
  });

  it("lists ports and public IPs with their key and time", async () => {
    const { compute } = cloud();
    const key = newKey();
    const { portId } = await compute.ensurePort({ key });
    const { addressId } = await compute.ensureFloatingIp({ key, portId });
    const own = (await compute.marked()).filter((resource) => resource.key === key);
    expect(own.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { kind: "address", id: addressId, key, createdAt: expect.any(Date) },
      { kind: "port", id: portId, key, createdAt: expect.any(Date) },
    ]);
  });
}
