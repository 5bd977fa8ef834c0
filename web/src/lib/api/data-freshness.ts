/**
 * Tracks data freshness. Each workspace response carries a PostgreSQL snapshot and each live event a transaction id.
 * Queries whose snapshot includes the id are not refetched.
 */

/**
 * Parsed PostgreSQL snapshot. `10:20:10,14` includes all ids below 10, none from 20 on, and those in between except
 * the listed ones.
 */
interface Snapshot {
  readonly allBefore: bigint;
  readonly noneFrom: bigint;
  readonly except: ReadonlySet<bigint>;
}

const snapshotPattern = /^(?<allBefore>\d+):(?<noneFrom>\d+):(?<except>[\d,]*)$/;

export function parseSnapshot(text: string | null): Snapshot | null {
  const parts = snapshotPattern.exec(text ?? "")?.groups;
  if (parts === undefined) return null;
  const except = (parts["except"] ?? "").split(",").filter((number) => number !== "");
  return {
    allBefore: BigInt(parts["allBefore"] ?? 0),
    noneFrom: BigInt(parts["noneFrom"] ?? 0),
    except: new Set(except.map(BigInt)),
  };
}

const snapshotIncludes = ({ allBefore, noneFrom, except }: Snapshot, change: bigint): boolean =>
  change < allBefore || (change < noneFrom && !except.has(change));

const snapshots = new WeakMap<object, Snapshot>();

const isObject = (data: unknown): data is object => typeof data === "object" && data !== null;

/** Stores the snapshot that came with a response. */
export function recordSnapshot(data: unknown, header: string | null): void {
  const snapshot = parseSnapshot(header);
  if (snapshot !== null && isObject(data)) snapshots.set(data, snapshot);
}

/** Copies the snapshot of a response to the equal data that is kept in its place. */
export function copySnapshot(from: unknown, to: unknown): void {
  const snapshot = isObject(from) ? snapshots.get(from) : undefined;
  if (snapshot !== undefined && isObject(to)) snapshots.set(to, snapshot);
}

/** Whether the data includes all changes. False when its snapshot is unknown; null stands for an unknown change. */
export function includesChanges(data: unknown, changes: Iterable<string | null>): boolean {
  const snapshot = isObject(data) ? snapshots.get(data) : undefined;
  if (snapshot === undefined) return false;
  for (const change of changes)
    if (change === null || !snapshotIncludes(snapshot, BigInt(change))) return false;
  return true;
}
