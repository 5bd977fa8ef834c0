/** What the compute port reports to reconcilers: changes of servers, what was done to them, and labeled resources. */
import type { ComputeKey, ServerState } from "./compute.ts";

export interface ServerChange {
  serverId: string;
  /** Null for a server Boreal did not create, and for a deleted one whose key the cloud no longer stores. */
  key: ComputeKey | null;
  state: ServerState;
}

export interface ServerAction {
  /** The provider's word, such as `create`, `stop`, `migrate`. */
  action: string;
  /** The provider's ids of the request and of the account that sent it; null if not reported. */
  requestId: string | null;
  userId: string | null;
  /** Sent with Boreal's own account. */
  isByBoreal: boolean;
  startedAt: Date | null;
  hasFailed: boolean;
}

export interface ServerReading {
  servers: ServerChange[];
  /** Time of the response by the provider's clock; null if the provider does not send it. */
  at: Date | null;
}

export interface MarkedResource {
  kind: "server" | "port" | "address" | "volume";
  id: string;
  key: ComputeKey;
  /** By the provider's clock; null if not reported. */
  createdAt: Date | null;
}
