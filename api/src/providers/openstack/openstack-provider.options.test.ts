/** What the provider sends: credentials, labels, first-boot data, and the optional settings of a region. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "#api/core/lib/clock.ts";
import type { ComputeProvider } from "#api/ports/compute.ts";
import { defaultCloud } from "#emulators/openstack/default-cloud.ts";
import { type OpenstackEmulator, startOpenstackEmulator } from "#emulators/openstack/emulator.ts";
import type { Credentials } from "./credentials.ts";
import { createOpenstackProvider } from "./openstack-provider.ts";

const clock = new ManualClock("2026-05-04T09:00:00Z");
const account: Credentials = {
  username: "boreal",
  password: "boreal-emulator",
  projectName: "boreal",
  userDomainName: "Default",
  projectDomainName: "Default",
};
let emulator: OpenstackEmulator;
beforeEach(async () => {
  emulator = await startOpenstackEmulator({ port: 0, clock });
});
afterEach(() => emulator.stop());

interface Settings {
  securityGroups?: string[];
  configDrive?: boolean;
  regionName?: string;
}
const provider = (settings: Settings = {}, credentials: Credentials = account): ComputeProvider =>
  createOpenstackProvider({
    authUrl: emulator.authUrl,
    regionName: "lulea",
    externalNetworkName: "public",
    clock,
    ...settings,
    ...credentials,
  });

async function order(compute: ComputeProvider, key: string, flavor = "cpu-2") {
  const labels = { key, owner: "workspace-7" };
  const { portId } = await compute.ensurePort(labels);
  await compute.ensureFloatingIp({ ...labels, portId });
  return compute.ensureServer({
    ...labels,
    hostname: key,
    flavor,
    image: "Debian 13",
    portId,
    sshKeys: [],
    bootDiskGb: 40,
  });
}

describe("an application credential", () => {
  const { applicationCredential } = defaultCloud.accounts[0] ?? {};
  if (applicationCredential === undefined) throw new Error("the account has no credential");
  const { id, secret } = applicationCredential;

  it("signs in to its project without a password, and renews its token", async () => {
    const compute = provider(
      {},
      { applicationCredentialId: id, applicationCredentialSecret: secret },
    );
    expect(await compute.ping()).toEqual({ apiVersion: "2.93" });
    const { serverId } = await order(compute, "by-credential");
    clock.advance(4 * 3_600_000);
    expect(await provider().server(serverId)).toMatchObject({ key: "by-credential" });
    expect(await compute.server(serverId)).toMatchObject({ key: "by-credential" });
    emulator.expireTokens();
    expect(await compute.server(serverId)).toMatchObject({ key: "by-credential" });
  });

  it("is unavailable when it was revoked, without its secret in the message", async () => {
    const compute = provider(
      {},
      { applicationCredentialId: id, applicationCredentialSecret: "a-revoked-secret" },
    );
    const error = await compute.ping().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "unavailable" });
    expect(JSON.stringify(error) + String(error)).not.toContain("a-revoked-secret");
  });
});

describe("labels", () => {
  it("name the instance and its workspace on server, port and public IP", async () => {
    await order(provider(), "labeled");
    const tags = ["boreal-labeled", "boreal-owner-workspace-7"];
    expect(emulator.world()).toMatchObject({
      servers: [
        {
          tags: ["boreal-labeled"],
          metadata: { boreal_key: "labeled", boreal_owner: "workspace-7" },
        },
      ],
      ports: [{ name: "boreal-labeled", tags }],
      floatingIps: [{ description: "boreal-labeled", tags }],
    });
  });

  it("name them on the boot volume, which has the size of the order and ends with the server", async () => {
    const compute = provider();
    const { serverId } = await order(compute, "volume", "volume-2");
    clock.advance(60_000);
    const server = await compute.server(serverId);
    await compute.markVolumes({
      key: "volume",
      owner: "workspace-7",
      volumeIds: server?.volumeIds ?? [],
    });
    expect(emulator.world().volumes).toMatchObject([
      {
        id: server?.volumeIds[0],
        name: "boreal-volume",
        metadata: { boreal_key: "volume", boreal_owner: "workspace-7" },
        sizeGb: 40,
        serverId,
      },
    ]);
    await compute.removeServer(serverId);
    clock.advance(60_000);
    expect(await compute.server(serverId)).toBeNull();
    expect(emulator.world().volumes).toEqual([]);
  });

  it("are completed by the next attempt when the request for the tags failed", async () => {
    const compute = provider();
    emulator.faults.add({
      match: { method: "PUT", pathPattern: "/tags$" },
      kind: "status",
      status: 503,
      times: 1,
      retryAfterSeconds: 0,
      delayMs: 0,
    });
    await expect(compute.ensurePort({ key: "later" })).rejects.toMatchObject({
      kind: "unavailable",
    });
    await compute.ensurePort({ key: "later" });
    expect(emulator.world().ports).toMatchObject([
      { name: "boreal-later", tags: ["boreal-later"] },
    ]);
  });

  it("reject an owner that does not fit into a tag", async () => {
    await expect(provider().ensurePort({ key: "owned", owner: "a,b" })).rejects.toMatchObject({
      code: "bad_request",
    });
  });

  it("are found in a region without block storage, too", async () => {
    const compute = provider({ regionName: "keflavik" });
    await order(compute, "no-volumes");
    expect((await compute.marked()).map(({ kind }) => kind).sort()).toEqual([
      "address",
      "port",
      "server",
    ]);
    await compute.deleteByKey("no-volumes");
  });
});

describe("lists of Neutron and Cinder", () => {
  it("are read page by page", async () => {
    const compute = provider();
    await order(compute, "paged", "volume-2");
    const [port] = emulator.state.ports.values();
    const [volume] = emulator.state.volumes.values();
    if (port === undefined || volume === undefined) throw new Error("nothing was created");
    for (let number = 0; number < 450; number += 1) {
      const id = `copy-${number}`;
      emulator.state.ports.set(id, { ...port, id });
      emulator.state.volumes.set(id, { ...volume, id, name: "boreal-paged" });
    }
    const found = await compute.marked();
    const count = (kind: string) =>
      new Set(found.filter((resource) => resource.kind === kind).map(({ id }) => id)).size;
    expect([count("port"), count("volume")]).toEqual([451, 450]);
  });
});

describe("security groups", () => {
  it("are set on ports by name or id; without the setting the project's default group applies", async () => {
    await provider({ securityGroups: ["web"] }).ensurePort({ key: "grouped" });
    await provider().ensurePort({ key: "default" });
    const ids = [...emulator.state.ports.values()].map((port) => port.securityGroupIds);
    expect(ids).toEqual([[expect.stringMatching(/^[0-9a-f-]{36}$/)], []]);
    await provider({ securityGroups: ids[0] ?? [] }).ensurePort({ key: "by-id" });
    expect([...emulator.state.ports.values()].at(-1)?.securityGroupIds).toEqual(ids[0]);
  });

  it("that do not exist are rejected before a port is created", async () => {
    await expect(
      provider({ securityGroups: ["no-such-group"] }).ensurePort({ key: "grouped" }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(emulator.world().ports).toEqual([]);
  });
});

describe("first-boot data", () => {
  it("is also on a config drive if the region is configured so", async () => {
    await order(provider({ configDrive: true }), "with-drive");
    await order(provider(), "without-drive");
    const drives = [...emulator.state.servers.values()].map(({ configDrive }) => configDrive);
    expect(drives).toEqual([true, false]);
  });
});

it("the actions of a deleted server name the account that deleted it", async () => {
  const compute = provider();
  const { serverId } = await order(compute, "deleted");
  clock.advance(60_000);
  await compute.removeServer(serverId);
  clock.advance(60_000);
  expect(await compute.server(serverId)).toBeNull();
  expect(await compute.serverActions(serverId)).toMatchObject([
    { action: "delete", userId: expect.stringMatching(/^[0-9a-f]+$/) },
    { action: "create" },
  ]);
});
