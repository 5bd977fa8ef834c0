import { adminInstances } from "#contracts/admin-instances.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

/** A page of the steps of an instance, oldest first. */
export const adminStepsQuery = (adminInstance: string, page: number) =>
  endpointQuery(adminInstances.logs, {
    path: { adminInstance },
    query: { perPage: "100", page: String(page) },
  });
