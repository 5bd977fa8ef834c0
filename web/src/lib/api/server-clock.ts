/** Estimates the server's time. This is the only file that reads the browser's clock. */
import { serverPage } from "../browser/page-scope.ts";

let skewMilliseconds = 0;

/** The Date header has a resolution of one second, so smaller differences are ignored. */
const resolutionMilliseconds = 2_000;

/** When this document began to arrive, in milliseconds since 1970 by the browser's clock. */
export function pageReceivedAt(): number {
  if (serverPage() !== null) return Date.now();
  const [entry] = performance.getEntriesByType("navigation");
  const start = entry instanceof PerformanceNavigationTiming ? entry.responseStart : 0;
  return Date.now() - Math.max(0, performance.now() - start);
}

/** Corrects the clock by the `Date` header of a response that has just arrived, or that arrived at `receivedAt`. */
export function syncServerTime(dateHeader: string | null, receivedAt = Date.now()): void {
  if (dateHeader === null) return;
  const difference = Date.parse(dateHeader) - receivedAt;
  if (Number.isNaN(difference)) return;
  skewMilliseconds = Math.abs(difference) < resolutionMilliseconds ? 0 : difference;
}

/** Milliseconds since 1970, by the server's clock. */
export const serverNow = (): number => serverPage()?.now ?? Date.now() + skewMilliseconds;

/** Today's date in UTC, `2026-11-27`. */
export const serverToday = (): string => new Date(serverNow()).toISOString().slice(0, 10);
