/** Hosts, host groups and users of an emulated data center. */
import type { HostGroupData, HostRow } from "./records.ts";

export interface UserData {
  login: string;
  password: string;
  /** Without it, changing requests are rejected. */
  mayEdit: boolean;
}

export interface DatacenterData {
  hosts: readonly HostRow[];
  hostGroups: readonly HostGroupData[];
  users: readonly UserData[];
}

export const hostGroups: readonly HostGroupData[] = [
  {
    id: 1,
    name: "Ubuntu 24.04",
    title: "Ubuntu 24.04",
    operatingSystem: { id: 1, name: "Ubuntu 24.04 LTS" },
    isErasing: false,
  },
  {
    id: 2,
    name: "GPU",
    title: "Ubuntu 24.04/GPU",
    operatingSystem: { id: 1, name: "Ubuntu 24.04 LTS" },
    isErasing: false,
  },
  {
    id: 3,
    name: "Debian 13",
    title: "Debian 13",
    operatingSystem: { id: 2, name: "Debian 13" },
    isErasing: false,
  },
  { id: 9, name: "Erase disks", title: "Erase disks", operatingSystem: null, isErasing: true },
];

const hexByte = (value: number): string => value.toString(16).padStart(2, "0");

/** A host that was never installed. `number` from 1 to 65,535. */
export const createHost = (number: number, name: string, model: string): HostRow => ({
  id: number,
  name,
  serial: `BRL${String(number).padStart(5, "0")}`,
  mac: `52:54:00:00:${hexByte(number >> 8)}:${hexByte(number & 255)}`,
  ip: `10.40.${number >> 8}.${number & 255}`,
  model,
  disks: ["nvme0n1", "nvme1n1"],
  contents: {},
  hostGroupId: null,
  isOn: false,
  bootDevice: "disk",
  build: false,
  buildErrors: null,
  tokenExpiresAtMs: null,
  installedAtMs: null,
  parameters: [],
  facts: {},
  plan: [],
  createdAtMs: 0,
  updatedAtMs: 0,
});

const gpuHosts = [1, 2, 3].map((number) =>
  createHost(number, `gpu-${number}.lulea.boreal.test`, "8x H200"),
);
const cpuHosts = [4, 5, 6, 7].map((number) =>
  createHost(number, `cpu-${number - 3}.lulea.boreal.test`, "2x EPYC 9654"),
);

export const defaultDatacenter: DatacenterData = {
  hosts: [...gpuHosts, ...cpuHosts],
  hostGroups,
  users: [
    { login: "boreal", password: "boreal-emulator", mayEdit: true },
    { login: "reader", password: "boreal-emulator", mayEdit: false },
  ],
};
