/** Handlers of the hosts of the providers. They are asked before the transaction, so that no connection waits. */
import type { PageMeta } from "#contracts/endpoint.ts";
import type { providerHosts as endpoints, RegionResponse } from "#contracts/provider-hosts.ts";
import { type Handlers, preparedHandler } from "../../core/http/handlers.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Tx } from "../../core/db/db.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import { countRegionGpus } from "../catalogue/region-gpus.ts";
import { readPower } from "./host-power.ts";
import { RegionReader, type RegionReading } from "./region-reader.ts";
import { listItemsOfHosts, listRegionNames } from "./store.ts";

const systemReason = "regions and the hosts in them belong to no tenant";

interface HostQuery {
  readonly page: number;
  readonly perPage: number;
  readonly search?: string | undefined;
  readonly regionHandle?: string | undefined;
}

type Region = RegionResponse["region"];

/** A region without a row in the catalog is called by its handle. */
async function regionNamer(tx: Tx): Promise<(handle: string) => Region> {
  const names = new Map((await listRegionNames(tx)).map(({ handle, name }) => [handle, name]));
  return (handle) => ({ handle, name: names.get(handle) ?? handle });
}

const toRegionResponse = (
  { regionHandle, state, message, readAt }: RegionReading<unknown>,
  regionOf: (handle: string) => Region,
): RegionResponse => ({
  region: regionOf(regionHandle),
  state,
  message,
  readAt: readAt.toISOString(),
});

const selectRegions = (handles: readonly string[], { regionHandle }: HostQuery) =>
  handles.filter((handle) => regionHandle === undefined || handle === regionHandle);

/** The rows of the page, of all regions that responded: by region, then as the provider sorts them. */
function pageOf<Row>(
  readings: readonly RegionReading<Row>[],
  { page, perPage, search = "" }: HostQuery,
  nameOf: (row: Row) => string,
  matches: (row: Row) => boolean = () => true,
): { rows: { regionHandle: string; row: Row }[]; meta: PageMeta } {
  const term = search.toLowerCase();
  const found = readings.flatMap(({ regionHandle, rows }) =>
    rows
      .filter((row) => nameOf(row).toLowerCase().includes(term) && matches(row))
      .map((row) => ({ regionHandle, row })),
  );
  return {
    rows: found.slice((page - 1) * perPage, page * perPage),
    meta: {
      page,
      perPage,
      total: found.length,
      totalIsExact: true,
      lastPage: Math.max(1, Math.ceil(found.length / perPage)),
      next: null,
      previous: null,
    },
  };
}

export function providerHostsHandlers({
  regions,
  clock,
}: {
  readonly regions: ProviderRegions;
  readonly clock: Clock;
}): Handlers<typeof endpoints> {
  const withCompute = () => regions.handles.filter((handle) => regions.compute(handle) !== null);
  const withBareMetal = () =>
    regions.handles.filter((handle) => regions.bareMetal(handle) !== null);
  const hypervisors = new RegionReader(
    clock,
    async (handle) => (await regions.compute(handle)?.hypervisors()) ?? [],
  );
  const hosts = new RegionReader(
    clock,
    async (handle) => (await regions.bareMetal(handle)?.provider.hosts()) ?? [],
  );
  const hostGroups = new RegionReader(
    clock,
    async (handle) => (await regions.bareMetal(handle)?.provider.hostGroups()) ?? [],
  );

  return {
    openstackHosts: preparedHandler(systemReason, async ({ query }) => {
      const readings = await hypervisors.readAll(selectRegions(withCompute(), query));
      const { rows, meta } = pageOf(
        readings,
        query,
        ({ host }) => host,
        ({ state }) => query.state === undefined || state === query.state,
      );
      return async ({ tx }) => {
        const regionOf = await regionNamer(tx);
        const answers = [];
        for (const reading of readings)
          answers.push({
            ...toRegionResponse(reading, regionOf),
            gpus: await countRegionGpus(tx, reading.regionHandle),
          });
        return {
          data: rows.map(({ regionHandle, row: { host: name, serversRunning, ...figures } }) => ({
            region: regionOf(regionHandle),
            name,
            ...figures,
            serverCount: serversRunning,
          })),
          meta,
          regions: answers,
        };
      };
    }),

    foremanHosts: preparedHandler(systemReason, async ({ query }) => {
      const readings = await hosts.readAll(selectRegions(withBareMetal(), query));
      const { rows, meta } = pageOf(
        readings,
        query,
        ({ name }) => name,
        ({ installation }) =>
          query.installation === undefined || installation === query.installation,
      );
      const power = await readPower(
        rows.flatMap(({ regionHandle, row: { hostId } }) => {
          const provider = regions.bareMetal(regionHandle)?.provider;
          return provider === undefined ? [] : [{ hostId, provider }];
        }),
      );
      return async ({ tx }) => {
        const regionOf = await regionNamer(tx);
        const items = await listItemsOfHosts(
          tx,
          rows.map(({ row }) => row.name),
        );
        return {
          data: rows.map(({ regionHandle, row }, position) => {
            const item = items.find(
              (one) => one.regionHandle === regionHandle && one.foremanHost === row.name,
            );
            return {
              region: regionOf(regionHandle),
              hostId: row.hostId,
              name: row.name,
              mac: row.mac,
              ip: row.ip,
              hostGroup: row.hostGroup?.name ?? null,
              installation: row.installation,
              installedAt: row.installedAt?.toISOString() ?? null,
              power: power[position] ?? ("unknown" as const),
              item:
                item === undefined
                  ? null
                  : {
                      id: item.id,
                      productId: item.productId,
                      serial: item.serial,
                      state: item.state,
                    },
            };
          }),
          meta,
          regions: readings.map((reading) => toRegionResponse(reading, regionOf)),
        };
      };
    }),

    foremanHostGroups: preparedHandler(systemReason, async ({ query }) => {
      const readings = await hostGroups.readAll(selectRegions(withBareMetal(), query));
      const { rows, meta } = pageOf(readings, query, ({ title }) => title);
      return async ({ tx }) => {
        const regionOf = await regionNamer(tx);
        return {
          data: rows.map(({ regionHandle, row }) => {
            const connection = regions.bareMetal(regionHandle);
            return {
              region: regionOf(regionHandle),
              ...row,
              images: Object.entries(connection?.hostGroups ?? {})
                .filter(([, title]) => title === row.title)
                .map(([image]) => image)
                .toSorted(),
              isErasing: connection?.eraseHostGroup === row.title,
            };
          }),
          meta,
          regions: readings.map((reading) => toRegionResponse(reading, regionOf)),
        };
      };
    }),
  };
}
