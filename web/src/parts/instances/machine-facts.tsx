import { Plural, Trans } from "@lingui/react/macro";
import type { Overview } from "#contracts/workspaces.ts";
import { ratePerHour } from "../../lib/format.ts";

/** How many machines there are, how many run and what they cost; its line is kept free until that is known. */
export function MachineFacts({ machines }: { machines: Overview["instances"] | undefined }) {
  if (machines === undefined || machines === null) return "\u00a0";
  const { total } = machines;
  if (total === 0) return <Trans>Nothing is running or being billed</Trans>;
  const active = machines.byStatus["active"] ?? 0;
  const rate = ratePerHour(machines.billedRateMicrosPerHour);
  return (
    <Trans>
      <b>{total}</b> <Plural value={total} one="instance" other="instances" />, <b>{active}</b>{" "}
      active · <b>{rate}</b>/hour
    </Trans>
  );
}
