/** Prometheus metric of open findings. */
import { Gauge, type Registry } from "prom-client";
import { findingKinds } from "#contracts/infrastructure.ts";
import type { Database } from "../../core/db/db.ts";
import { countOpenFindings, listRegionHandles } from "./store.ts";

/** Every region and kind has a value, so that an alert sees the return to 0. */
export function measureFindings(registry: Registry, db: Database): void {
  const gauge = new Gauge({
    name: "boreal_infrastructure_findings",
    help: "Open differences between Boreal and a provider, by region and kind",
    labelNames: ["region", "kind"],
    registers: [],
    async collect() {
      const [regions, counts] = await db.withSystemRole(
        "findings belong to no tenant",
        async (tx) => [await listRegionHandles(tx), await countOpenFindings(tx)] as const,
      );
      this.reset();
      for (const region of regions) for (const kind of findingKinds) this.set({ region, kind }, 0);
      for (const { regionHandle, kind, count } of counts)
        this.set({ region: regionHandle, kind }, count);
    },
  });
  registry.registerMetric(gauge);
}
