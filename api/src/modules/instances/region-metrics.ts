/** Prometheus metrics per region: clock difference of the provider, orphaned resources, commands waiting for staff. */
import { Gauge, type Registry } from "prom-client";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { type RegionFigures, listRegionFigures } from "./reconcile-store.ts";

export function measureRegions(
  registry: Registry,
  { db, clock }: { db: Database; clock: Clock },
): void {
  const read = () => db.withSystemRole("regions belong to no tenant", listRegionFigures);
  const gauge = (name: string, help: string, figure: (region: RegionFigures) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ["region"],
      registers: [registry],
      async collect() {
        for (const region of await read()) {
          const value = figure(region);
          if (value !== null) this.set({ region: region.handle }, value);
        }
      },
    });
  gauge(
    "boreal_provider_clock_ahead_seconds",
    "How far a provider's clock is ahead of Boreal's",
    ({ aheadMs }) => (aheadMs === null ? null : aheadMs / 1000),
  );
  gauge(
    "boreal_orphaned_resources",
    "Resources at a provider that carry Boreal's mark and belong to no instance",
    ({ orphans }) => orphans,
  );
  gauge(
    "boreal_commands_waiting_for_staff",
    "Commands with a step that staff have to complete or fail",
    ({ waiting }) => waiting,
  );
  gauge("boreal_oldest_orphan_seconds", "Age of the oldest of them; 0 for none", ({ oldestAt }) =>
    oldestAt === null ? 0 : Math.max(0, (clock.now().getTime() - oldestAt.getTime()) / 1000),
  );
}
