/**
 * Compares the emulator's responses with those recorded from the real services (recorded-shapes.json, written
 * by tools/record-openstack-shapes.mjs): status, the headers clients evaluate, and the shape of the body.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { ManualClock } from "#api/core/lib/clock.ts";
import { defaultCloud } from "./default-cloud.ts";
import recordings from "./recorded-shapes.json" with { type: "json" };
import { type OpenstackEmulator, startOpenstackEmulator } from "./emulator.ts";
import { differences, toShape } from "./shape.ts";

/** Custom properties of images: the emulator's differ from the recorded ones. */
const ownProperties = [".os_version", ".architecture"].flatMap((name) => [
  name,
  `.images[]${name}`,
]);

const Recorded = z.array(
  z.object({
    name: z.string(),
    method: z.enum(["GET", "POST", "PUT", "DELETE"]),
    path: z.string(),
    status: z.number(),
    headers: z.array(z.string()),
    shape: z.record(z.string(), z.string()),
  }),
);
const recorded = new Map(
  Recorded.parse(recordings).map((recording) => [recording.name, recording]),
);
const compared = new Set<string>();

const clock = new ManualClock("2026-05-04T09:00:00Z");
let emulator: OpenstackEmulator;
let tokens = { admin: "", member: "" };
const project = "0123456789abcdef0123456789abcdef";
const noId = "00000000-0000-0000-0000-000000000000";

beforeAll(async () => {
  const [region] = defaultCloud.regions;
  const regions =
    region === undefined
      ? []
      : [{ ...region, quota: { ...region.quota, floatingIps: 1, volumes: 2 } }];
  emulator = await startOpenstackEmulator({
    port: 0,
    clock,
    catalogue: { ...defaultCloud, regions },
  });
  tokens = { admin: await signIn("boreal"), member: await signIn("boreal-member") };
});
afterAll(() => emulator.stop());

function passwordBody(name: string, password = "boreal-emulator", projectName = "boreal") {
  const user = { name, domain: { id: "default" }, password };
  const scope = { project: { name: projectName, domain: { id: "default" } } };
  return { auth: { identity: { methods: ["password"], password: { user } }, scope } };
}

async function signIn(name: string): Promise<string> {
  const body = JSON.stringify(passwordBody(name));
  const response = await fetch(`${emulator.authUrl}/auth/tokens`, { method: "POST", body });
  return response.headers.get("x-subject-token") ?? "";
}

interface RequestOptions {
  as?: "admin" | "member" | "anonymous" | "invalid";
  version?: string | null;
  /** Values for the `:id` segments of the recorded path, in order. */
  ids?: string[];
  /** Used instead of the recorded path, if that names an object that this cloud does not have. */
  path?: string;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends the recorded request to the emulator, compares the responses and returns the body. */
async function compare(name: string, options: RequestOptions = {}): Promise<unknown> {
  const recording = recorded.get(name);
  if (recording === undefined) throw new Error(`${name} is not recorded`);
  const { as = "member", version = "2.93", ids = [], query = "", body, headers = {} } = options;
  const prefix = {
    k: "/identity",
    n: name.startsWith("nova") ? "/lulea/compute" : "/lulea/network",
    g: "/lulea/image",
    c: "/lulea/volume",
  };
  const service = z.enum(["k", "n", "g", "c"]).parse(name[0]);
  const rest = [...ids];
  const path = options.path ?? recording.path.replaceAll(":id", () => rest.shift() ?? noId);
  const token = as === "invalid" ? "not-a-token" : as === "anonymous" ? null : tokens[as];
  const response = await fetch(`${emulator.url}${prefix[service]}${path}${query}`, {
    method: recording.method,
    redirect: "manual",
    headers: {
      ...(token === null ? {} : { "X-Auth-Token": token }),
      ...(version === null || !name.startsWith("nova")
        ? {}
        : { "OpenStack-API-Version": `compute ${version}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === "" ? null : JSON.parse(text);
  const mismatches = differences(recording.shape, toShape(json)).filter(
    (difference) => !ownProperties.some((property) => difference === `${property} is unexpected`),
  );
  expect({ name, status: response.status, mismatches }).toEqual({
    name,
    status: recording.status,
    mismatches: [],
  });
  expect([...response.headers.keys()], name).toEqual(expect.arrayContaining(recording.headers));
  compared.add(name);
  return json;
}

const idOf = (kind: string, body: unknown) =>
  z.looseObject({ [kind]: z.looseObject({ id: z.string() }) }).parse(body)[kind]?.id ?? "";

it("responds like Keystone", async () => {
  const first = "boreal-member";
  await compare("keystone-root");
  await compare("keystone-v3");
  await compare("keystone-token-password-project", { body: passwordBody(first) });
  const { applicationCredential } = defaultCloud.accounts[0] ?? {};
  await compare("keystone-token-appcred", {
    body: {
      auth: {
        identity: {
          methods: ["application_credential"],
          application_credential: applicationCredential,
        },
      },
    },
  });
  await compare("keystone-token-nocatalog", { query: "?nocatalog", body: passwordBody(first) });
  await compare("keystone-err-401-bad-password", { body: passwordBody(first, "wrong") });
  await compare("keystone-err-401-no-such-project", {
    body: passwordBody(first, "boreal-emulator", "nope"),
  });
  await compare("keystone-err-400-malformed", { body: { auth: {} } });
  await compare("keystone-validate-token", { headers: { "X-Subject-Token": tokens.member } });
  await compare("keystone-catalog");
  const spare = await signIn(first);
  await compare("keystone-revoke-token", { headers: { "X-Subject-Token": spare } });
});

it("responds like Glance", async () => {
  const image = defaultCloud.regions[0]?.images[0]?.id ?? "";
  await compare("glance-versions");
  await compare("glance-images");
  await compare("glance-image-show", { ids: [image] });
  await compare("glance-err-404-image");
  await compare("glance-err-401", { as: "invalid" });
});

it("responds like Nova for versions, flavors, limits and hypervisors", async () => {
  const flavor = defaultCloud.regions[0]?.flavors[0]?.id ?? "";
  await compare("nova-versions");
  await compare("nova-v21", { version: null });
  await compare("nova-err-401-no-token", { as: "anonymous" });
  await compare("nova-err-401-bad-token", { as: "invalid" });
  await compare("nova-err-406-microversion", { version: "2.999" });
  await compare("nova-err-400-microversion", { version: "abc" });
  await compare("nova-flavors");
  await compare("nova-flavors-detail");
  await compare("nova-flavors-detail-2.1", { version: null });
  await compare("nova-flavor-show", { path: `/v2.1/flavors/${flavor}` });
  await compare("nova-err-404-flavor");
  await compare("nova-limits");
  await compare("nova-quota-show", { ids: [project] });
  await compare("nova-quota-detail", { ids: [project] });
  await compare("nova-hypervisors", { as: "admin" });
  await compare("nova-hypervisors-detail", { as: "admin" });
  await compare("nova-hypervisors-detail-2.1", { as: "admin", version: null });
  await compare("nova-err-403-hypervisors");
});

it("responds like Neutron and Nova during the lifecycle of a server", async () => {
  const [region] = defaultCloud.regions;
  const [inner, outer] = region?.networks ?? [];
  const flavorRef = region?.flavors[0]?.id ?? "";
  const imageRef = region?.images[0]?.id ?? "";
  const networks = [{ uuid: inner?.id }];

  await compare("neutron-versions");
  await compare("neutron-networks");
  await compare("neutron-subnets");
  await compare("neutron-sgs");
  await compare("neutron-err-404-network");
  await compare("neutron-err-401", { as: "invalid" });
  await compare("neutron-quota-details", { ids: [project] });
  const spare = idOf(
    "port",
    await compare("neutron-port-create", {
      body: { port: { network_id: inner?.id, name: "spare" } },
    }),
  );
  await compare("neutron-port-delete", { ids: [spare] });

  const order = { flavorRef, imageRef, networks, name: "srv1" };
  const rejected = (name: string, change: object) =>
    compare(name, { body: { server: { ...order, ...change } } });
  await rejected("nova-err-400-networks-missing", { networks: undefined });
  await rejected("nova-err-400-flavor", { flavorRef: "nope" });
  await rejected("nova-err-400-image", { imageRef: noId });
  await rejected("nova-err-400-image-malformed", { imageRef: "zz" });
  await rejected("nova-err-400-network", { networks: [{ uuid: noId }] });
  await rejected("nova-err-400-name", { name: undefined });
  await rejected("nova-err-500-userdata-nonascii", { user_data: "not base64 é" });
  await rejected("nova-err-403-quota-exceeded", { name: "over-quota" });

  const server = {
    ...order,
    tags: ["a", "b"],
    description: "first",
    metadata: { env: "test" },
    user_data: "I2Nsb3VkLWNvbmZpZwo=",
  };
  const id = idOf("server", await compare("nova-server-create", { body: { server } }));
  const at = (name: string, more: RequestOptions = {}) => compare(name, { ids: [id], ...more });
  await at("nova-server-show-build");
  clock.advance(60_000);
  await at("nova-server-show-active");
  await at("nova-server-show-active-admin", { as: "admin" });
  await at("nova-server-show-2.1", { version: null });
  await at("nova-server-tags");
  await at("nova-action-console-output", { body: { "os-getConsoleOutput": { length: 50 } } });

  const action = async (name: string, body: object) => {
    await at(name, { body });
    clock.advance(60_000);
  };
  await action("nova-action-reboot-soft", { reboot: { type: "SOFT" } });
  await action("nova-action-reboot-hard", { reboot: { type: "HARD" } });
  await action("nova-action-stop", { "os-stop": null });
  await action("nova-action-err-409-stop-stopped", { "os-stop": null });
  await at("nova-server-show-shutoff");
  await action("nova-action-start", { "os-start": null });
  await action("nova-action-err-409-start-active", { "os-start": null });
  await action("nova-action-err-400-unknown-action", { bogus: null });

  const actions = z
    .object({ instanceActions: z.array(z.looseObject({ request_id: z.string() })) })
    .parse(await at("nova-instance-actions"));
  const requestId = actions.instanceActions.at(-1)?.request_id ?? "";
  await compare("nova-instance-action-show", { ids: [id, requestId] });
  await compare("nova-instance-action-show-admin", { ids: [id, requestId], as: "admin" });

  const ports = z
    .object({ ports: z.array(z.looseObject({ id: z.string() })) })
    .parse(await compare("neutron-ports-of-server", { query: `?device_id=${id}` }));
  const floatingip = { floating_network_id: outer?.id, port_id: ports.ports[0]?.id };
  const address = idOf(
    "floatingip",
    await compare("neutron-floatingip-create", { body: { floatingip } }),
  );
  await compare("neutron-floatingips");
  await compare("neutron-floatingip-disassociate", {
    ids: [address],
    body: { floatingip: { port_id: null } },
  });
  await compare("neutron-err-409-overquota", {
    body: { floatingip: { floating_network_id: outer?.id } },
  });
  await compare("neutron-floatingip-delete", { ids: [address] });

  await compare("nova-servers");
  await compare("nova-servers-detail");
  await compare("nova-servers-page", { query: "?limit=1" });
  await compare("nova-servers-err-400-filter", { query: "?bogus=1&sort_key=zz" });
  await compare("nova-err-400-marker", { query: `?marker=${noId}` });
  await compare("nova-err-404-server");
  await compare("nova-server-create", {
    body: { server: { ...order, name: "srv2", networks: "none" } },
  });
  await at("nova-server-delete");
  clock.advance(60_000);
  await compare("nova-servers-changes-since", { query: "?changes-since=2020-01-01T00:00:00Z" });

  const huge = { ...order, name: "no-capacity" };
  const failed = idOf("server", await compare("nova-server-create", { body: { server: huge } }));
  clock.advance(60_000);
  await compare("nova-server-show-error-fault", { as: "admin", ids: [failed] });
});

it("responds like Cinder to the volume of a server", async () => {
  const [region] = defaultCloud.regions;
  const flavorRef = region?.flavors.find(({ diskGb }) => diskGb === 0)?.id ?? "";
  const uuid = region?.images[0]?.id ?? "";
  const bootVolume = {
    boot_index: 0,
    uuid,
    source_type: "image",
    destination_type: "volume",
    volume_size: 20,
    delete_on_termination: true,
  };
  const server = {
    name: "from-volume",
    flavorRef,
    networks: "none",
    block_device_mapping_v2: [bootVolume],
  };
  await compare("nova-server-create", { body: { server } });
  clock.advance(60_000);
  const [booted] = emulator.state.volumes.keys();
  const on = (id: string | undefined) => ({ ids: [project, id ?? ""] });
  await compare("cinder-volume-show-in-use", on(booted));
  await compare("cinder-err-400-delete-in-use", on(booted));
  const volume = { size: 1, name: "v1", metadata: { a: "b" } };
  const spare = idOf(
    "volume",
    await compare("cinder-volume-create", { ids: [project], body: { volume } }),
  );
  await compare("cinder-err-413-quota", { ids: [project], body: { volume } });
  await compare("cinder-volumes-detail", { ids: [project] });
  await compare("cinder-volume-delete", on(spare));
  await compare("cinder-err-404", on(noId));
});

it("compares every recording", () => {
  expect([...recorded.keys()].filter((name) => !compared.has(name))).toEqual([]);
});
