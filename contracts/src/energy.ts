/** Energy and emissions of an instance. */
import { z } from "zod";

/**
 * Energy of an instance that is on. Energy of one hour in kWh is `powerWatts` / 1000, its emissions in grams are that
 * times `gramsCo2PerKwh`.
 */
export const InstanceEnergy = z.object({
  /** `modeled`: calculated from the product at full load. `metered`: measured by the provider; none does yet. */
  method: z.enum(["modeled", "metered"]),
  powerWatts: z.int(),
  /** Of the region's electricity. */
  gramsCo2PerKwh: z.number(),
});
