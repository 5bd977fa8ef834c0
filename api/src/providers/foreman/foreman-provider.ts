/** `BareMetalProvider` on a Foreman server: its hosts, host groups and power controllers. */
import { z } from "zod";
import type {
  BareMetalProvider,
  HostPowerAction,
  InstallationRequest,
  PowerState,
} from "#api/ports/bare-metal.ts";
import { ComputeError } from "#api/ports/compute.ts";
import { type ForemanConfig, ForemanClient, parseResponse } from "./client.ts";
import {
  Facts,
  ForemanHost,
  ForemanHostGroup,
  parameterNames,
  toEraseReport,
  toHost,
  toHostGroup,
  toInstalledDisks,
} from "./responses.ts";

/**
 * Foreman's words. Its `soft` and `reboot` shut the operating system down and leave the host off; only `cycle` starts
 * it again.
 */
const powerActions: Readonly<Record<HostPowerAction, string>> = {
  on: "on",
  off: "off",
  shutdown: "soft",
  cycle: "cycle",
};

const PowerResponse = z.object({ power: z.union([z.boolean(), z.string()]) });
const PowerStatus = z.object({ state: z.enum(["on", "off", "na"]) });
const BootResponse = z.object({ boot: z.unknown() });
const RejectedByController = z.object({ result: z.literal(false) });
const Status = z.object({ version: z.string() });

export const createForemanProvider = (config: ForemanConfig): BareMetalProvider =>
  createProviderWithClient(new ForemanClient(config));

function createProviderWithClient(client: ForemanClient): BareMetalProvider {
  return {
    checkedBy: (check) => createProviderWithClient(client.checkedBy(check)),
    async hosts() {
      const query = { order: "name ASC", "include[]": "parameters" };
      return (await client.list(["hosts"], ForemanHost, query)).map(toHost);
    },
    async host(hostId) {
      const body = await client.sendOrNull({ method: "GET", path: ["hosts", hostId] });
      return body === null ? null : toHost(parseResponse(ForemanHost, body));
    },
    async hostGroups() {
      const query = { order: "title ASC" };
      return (await client.list(["hostgroups"], ForemanHostGroup, query)).map(toHostGroup);
    },
    powerState: (hostId) => readPower(client, hostId),
    setPower: (hostId, action) => setPower(client, hostId, action),
    async bootFromNetwork(hostId) {
      const path = ["hosts", hostId, "boot"];
      const body = await client.send({ method: "PUT", path, body: { device: "pxe" } });
      // The controller's own result: false, or an object that contains it.
      const { boot } = parseResponse(BootResponse, body);
      if (boot === false || RejectedByController.safeParse(boot).success)
        throw ComputeError.rejected("conflict", "the controller did not accept the boot device");
    },
    requestInstallation: (hostId, requested) => requestInstallation(client, hostId, requested),
    cancelInstallation: (hostId) => updateHost(client, hostId, { build: false }),
    release: (hostId) =>
      updateHost(client, hostId, { build: false, host_parameters_attributes: [] }),
    eraseReport: async (hostId) =>
      (await readFacts(client, hostId, "boreal_erase")).flatMap(toEraseReport),
    installedDisks: async (hostId) =>
      (await readFacts(client, hostId, "boreal_disk")).flatMap(toInstalledDisks),
    async ping() {
      const body = await client.send({ method: "GET", path: ["status"] });
      return { apiVersion: parseResponse(Status, body).version };
    },
  };
}

async function readFacts(client: ForemanClient, hostId: string, name: string) {
  const path = ["hosts", hostId, "facts"];
  const query = { search: `name ~ ${name}`, per_page: "100" };
  const { results } = parseResponse(Facts, await client.send({ method: "GET", path, query }));
  return Object.values(results);
}

async function readPower(client: ForemanClient, hostId: string): Promise<PowerState> {
  const body = await client.send({ method: "GET", path: ["hosts", hostId, "power"] });
  const { state } = parseResponse(PowerStatus, body);
  // `na`: the controller did not respond in three seconds.
  return state === "na" ? "unknown" : state;
}

async function setPower(
  client: ForemanClient,
  hostId: string,
  action: HostPowerAction,
): Promise<void> {
  const body = await client.send({
    method: "PUT",
    path: ["hosts", hostId, "power"],
    body: { power_action: powerActions[action] },
  });
  if (parseResponse(PowerResponse, body).power !== false) return;
  // A controller also rejects what is already so.
  const state = await readPower(client, hostId);
  if (state === (action === "shutdown" ? "off" : action)) return;
  throw ComputeError.rejected("conflict", `the controller did not accept ${action}`);
}

/** Foreman keeps exactly the parameters it is sent, so an earlier customer's are removed. */
async function requestInstallation(
  client: ForemanClient,
  hostId: string,
  { key, hostGroupId, hostname, sshKeys, userData, keptDisks = [] }: InstallationRequest,
): Promise<void> {
  const parameters: Record<string, string> = {
    [parameterNames.key]: key,
    [parameterNames.hostname]: hostname,
    [parameterNames.sshKeys]: sshKeys.join("\n"),
    ...(userData === undefined ? {} : { [parameterNames.userData]: userData }),
    // Without the parameter the partition table erases every disk.
    ...(keptDisks.length === 0 ? {} : { [parameterNames.keptDisks]: keptDisks.join("\n") }),
  };
  // Foreman discards the last installation's error and facts only when `build` changes to true.
  await updateHost(client, hostId, { build: false });
  await updateHost(client, hostId, {
    build: true,
    hostgroup_id: Number(hostGroupId),
    host_parameters_attributes: Object.entries(parameters).map(([name, value]) => ({
      name,
      value,
      parameter_type: "string",
      // User data may contain passwords.
      hidden_value: name === parameterNames.userData,
    })),
  });
}

async function updateHost(
  client: ForemanClient,
  hostId: string,
  host: Readonly<Record<string, unknown>>,
): Promise<void> {
  await client.send({ method: "PUT", path: ["hosts", hostId], body: { host } });
}
