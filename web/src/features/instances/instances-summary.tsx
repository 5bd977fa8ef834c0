import { Plural, Trans } from "@lingui/react/macro";
import type { Overview } from "#contracts/workspaces.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";

/** Number of instances, of running ones, and their cost. The line keeps its height while loading. */
export function InstancesSummary({ instances }: { instances: Overview["instances"] | undefined }) {
  if (instances === undefined || instances === null) return "\u00a0";
  const { total } = instances;
  if (total === 0) return <Trans>Nothing is running or being billed</Trans>;
  const active = instances.byStatus["active"] ?? 0;
  const rate = formatHourlyRate(instances.billedRateMicrosPerHour);
  return (
    <Trans>
      <b>{total}</b> <Plural value={total} one="instance" other="instances" />, <b>{active}</b>{" "}
      active · <b>{rate}</b>/hour
    </Trans>
  );
}
