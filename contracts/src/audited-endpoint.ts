import type { Endpoint } from "./endpoint.ts";

/** Whether a successful request is audited: every change, unless the endpoint opts out, and a read that opts in. */
export const isAudited = ({
  method,
  mutates,
  skipAudit,
  audited,
}: Pick<Endpoint, "method" | "mutates" | "skipAudit" | "audited">): boolean =>
  audited === true || ((method !== "GET" || mutates === true) && skipAudit !== true);
