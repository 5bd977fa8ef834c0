/** BOREAL_REGIONS for the emulated providers. */
import { type DatacenterData, defaultDatacenter } from "#emulators/foreman/default-datacenter.ts";
import { defaultCloud } from "#emulators/openstack/default-cloud.ts";

/** The region whose bare metal is emulated. */
const bareMetalRegion = "lulea";

export function regionsConfig(authUrl: string, foremanUrl: string): string {
  const account = defaultCloud.accounts[0];
  const regions = defaultCloud.regions.map(({ name }) => [
    name,
    {
      compute: {
        provider: "openstack",
        authUrl,
        username: account?.username,
        password: account?.password,
        projectName: account?.projectName,
        regionName: name,
        networkName: "private",
        externalNetworkName: "public",
      },
      ...(name === bareMetalRegion
        ? { bareMetal: bareMetalConfig(foremanUrl, defaultDatacenter) }
        : {}),
    },
  ]);
  return JSON.stringify(Object.fromEntries(regions));
}

/** Each image is installed by the host group that has its operating system and no parent. */
function bareMetalConfig(url: string, { users: [account], hostGroups }: DatacenterData) {
  const installing = hostGroups.filter(({ name, title }) => name === title);
  return {
    provider: "foreman",
    url,
    username: account?.login,
    password: account?.password,
    hostGroups: Object.fromEntries(
      installing.flatMap(({ title, operatingSystem }) =>
        operatingSystem === null ? [] : [[operatingSystem.name, title]],
      ),
    ),
    eraseHostGroup: installing.find(({ isErasing }) => isErasing)?.title,
  };
}
