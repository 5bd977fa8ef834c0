/** Staff have the catalog of a region read again. */
import { z } from "zod";
import { Variant } from "./catalogue.ts";
import { defineEndpoints, Id, post, staff } from "./endpoint.ts";
import { infrastructureResource } from "./infrastructure.ts";

export const regionSync = defineEndpoints(infrastructureResource, {
  sync: post("/admin/infrastructure/sync", {
    summary:
      "Read the images and the stock of a region from its provider now, instead of within a minute",
    access: staff("staff.infra.sync"),
    requiresReauthentication: true,
    body: z.strictObject({
      regionHandle: z.string().min(1).max(200),
      /** Virtual machines and bare metal have providers of their own. */
      variant: Variant.default("virtual_machine"),
    }),
    response: z.object({ commandId: Id }),
    status: 202,
    idempotent: true,
  }),
});
