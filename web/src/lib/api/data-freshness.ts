/**
 * How fresh what is shown is. Each answer about a workspace says which changes it has seen, as PostgreSQL
 * writes a snapshot; a live event names its change. What has seen it need not be asked for again.
 */

/** `10:20:10,14`: everything below 10, nothing from 20 on, and of those between all but the ones named. */
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

/** An answer comes in with what it has seen. */
export function recordSnapshot(data: unknown, header: string | null): void {
  const snapshot = parseSnapshot(header);
  if (snapshot !== null && isObject(data)) snapshots.set(data, snapshot);
}

/** What is kept in the place of an answer that says the same is as fresh as that. */
export function copySnapshot(from: unknown, to: unknown): void {
  const snapshot = isObject(from) ? snapshots.get(from) : undefined;
  if (snapshot !== undefined && isObject(to)) snapshots.set(to, snapshot);
}

/** False where it is not known of any of them; null is a change of which nobody knows which it was. */
export function includesChanges(data: unknown, changes: Iterable<string | null>): boolean {
  const snapshot = isObject(data) ? snapshots.get(data) : undefined;
  if (snapshot === undefined) return false;
  for (const change of changes)
    if (change === null || !snapshotIncludes(snapshot, BigInt(change))) return false;
  return true;
}
