/** The requests of the reports of bare metal and of virtual machines. */
import { reports } from "#contracts/reports.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import type { EndpointSearchParams } from "../../../lib/api/search-params.ts";

/** The endpoints of a report. */
export const instanceReports = {
  bareMetal: {
    summary: reports.bareMetal,
    products: reports.bareMetalProducts,
    regions: reports.bareMetalResources,
    file: reports.exportBareMetal,
  },
  virtual: {
    summary: reports.virtual,
    products: reports.virtualProducts,
    regions: reports.virtualResources,
    file: reports.exportVirtual,
  },
} as const;
export type InstanceReportName = keyof typeof instanceReports;

export type InstanceReportSearch = EndpointSearchParams<typeof reports.exportVirtual>;

export const withoutGrouping = ({ groupBy: _, ...query }: InstanceReportSearch) => query;

/** What the page requests first. */
export const instanceReportQuery = (name: InstanceReportName, search: InstanceReportSearch) =>
  endpointQuery(instanceReports[name].summary, { query: withoutGrouping(search) });
