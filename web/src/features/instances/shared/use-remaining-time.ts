import { useNow } from "../../../lib/hooks/use-now.ts";
import { formatDuration } from "../../../lib/i18n/format.ts";

const minuteSeconds = 60;

/** The time until a moment, in minutes; null when it is over. */
export function useRemainingTime(until: string): string | null {
  const seconds = (Date.parse(until) - useNow("half-minute")) / 1_000;
  if (seconds <= 0) return null;
  return formatDuration(Math.max(minuteSeconds, seconds - (seconds % minuteSeconds)));
}
