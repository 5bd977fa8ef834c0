/**
 * Folds the events of one instance to its intervals. Events may arrive in any order: they are folded by their time, and
 * those of one second by their sequence. The same events always give the same intervals.
 */
import { type BilledTime, withBilledTime } from "#contracts/billed-time.ts";

export interface MeteredPrice {
  readonly productId: string;
  readonly priceSnapshotId: string;
  readonly rateMicrosPerHour: number;
  readonly granularitySeconds: number;
  readonly minimumSeconds: number;
  readonly capHours: number | null;
}

/** A change of what is billed, in whole seconds since 1970. */
export type MeterEvent = { readonly second: number } & (
  | {
      readonly kind: "start";
      readonly projectId: string | null;
      readonly price: MeteredPrice;
      readonly quantity: number;
    }
  /** Another product or price. */
  | { readonly kind: "resize"; readonly price: MeteredPrice }
  | { readonly kind: "quantity"; readonly quantity: number }
  /** Another project. */
  | { readonly kind: "move"; readonly projectId: string | null }
  | { readonly kind: "stop" }
);

interface Run extends MeteredPrice {
  readonly projectId: string | null;
  readonly quantity: number;
  readonly startSecond: number;
  readonly endSecond: number | null;
}
export type FoldedInterval = Run & BilledTime;

/**
 * A start has no effect while the instance runs, and every other event has none while it does not. A move inside the
 * minimum of the first interval moves all of it, so moving never costs more.
 */
export function foldMeterEvents(events: readonly MeterEvent[]): FoldedInterval[] {
  const ended: Run[] = [];
  let current: Run | null = null;
  for (const event of events) {
    const { second } = event;
    if (current === null) {
      if (event.kind !== "start") continue;
      const { projectId, price, quantity } = event;
      current = { ...price, projectId, quantity, startSecond: second, endSecond: null };
    } else if (event.kind === "stop") {
      const isEmpty = second === current.startSecond;
      // An instance that stops in the second of its start is billed the minimum.
      if (!isEmpty || ended.at(-1)?.endSecond !== second)
        ended.push({ ...current, endSecond: second });
      current = null;
    } else if (event.kind !== "start") {
      const changed: Run = { ...current, ...changeOf(event) };
      if (isSame(changed, current)) continue;
      const isMinimum =
        event.kind === "move" &&
        ended.length === 0 &&
        second < current.startSecond + current.minimumSeconds;
      if (!isMinimum && second > current.startSecond) {
        ended.push({ ...current, endSecond: second });
        current = { ...changed, startSecond: second };
      } else current = changed;
    }
  }
  return withBilledTime(current === null ? ended : [...ended, current]);
}

function changeOf(event: Exclude<MeterEvent, { kind: "start" | "stop" }>): Partial<Run> {
  if (event.kind === "resize") return event.price;
  return event.kind === "move" ? { projectId: event.projectId } : { quantity: event.quantity };
}

const isSame = (one: Run, other: Run): boolean =>
  one.projectId === other.projectId &&
  one.quantity === other.quantity &&
  one.priceSnapshotId === other.priceSnapshotId &&
  one.rateMicrosPerHour === other.rateMicrosPerHour &&
  one.productId === other.productId;

/** The interval that is billed in a second; null while the instance does not run. */
export const intervalAt = (
  intervals: readonly FoldedInterval[],
  second: number,
): FoldedInterval | null =>
  intervals.find(
    ({ startSecond, endSecond }) =>
      startSecond <= second && (endSecond === null || endSecond > second),
  ) ?? null;
