/** Handlers of the sync of a region's catalog, which staff request. */
import type { regionSync as endpoints } from "#contracts/region-sync.ts";
import { type Handlers, systemHandler } from "../../core/http/handlers.ts";
import { actionNotPossible, fieldError } from "../../core/lib/problem-error.ts";
import type { ProviderRegions } from "../../ports/regions.ts";
import { createSubjectCommand } from "../commands/create-commands.ts";
import { toStaffRequester } from "../commands/requester.ts";
import { commandDefinitions } from "./commands/command-definitions.ts";
import { syncSubject } from "./commands/sync-catalogue.ts";

export const regionSyncHandlers = (regions: ProviderRegions): Handlers<typeof endpoints> => ({
  sync: systemHandler("a region belongs to no tenant", async (context) => {
    const { tx, now, caller, body, request, audit } = context;
    const { regionHandle, variant } = body;
    const isBareMetal = variant === "bare_metal";
    const provider = isBareMetal ? regions.bareMetal(regionHandle) : regions.compute(regionHandle);
    if (provider === null) throw fieldError("regionHandle", "unknown", { resource: "region" });
    audit({ target: { type: "region", id: regionHandle, name: regionHandle } });
    const commandId = await createSubjectCommand(tx, now, {
      kind: "sync",
      definition: commandDefinitions[isBareMetal ? "bare_metal.sync" : "sync"],
      subject: syncSubject(variant, regionHandle),
      variant,
      regionHandle,
      requester: toStaffRequester(caller),
      requestId: request.id,
    });
    if (commandId === null) throw actionNotPossible("operation_in_progress");
    audit({ changes: [{ field: "variant", from: null, to: variant }] });
    return { commandId };
  }),
});
