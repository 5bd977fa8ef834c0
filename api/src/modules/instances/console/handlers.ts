/** Handlers of an instance's console. */
import type { api } from "#contracts/api.ts";
import { type Handlers, outsideHandler } from "../../../core/http/handlers.ts";
import { actionNotPossible } from "../../../core/lib/problem-error.ts";
import type { ComputeRegions } from "../../../ports/regions.ts";
import { askProvider, isRejection, requireProvider } from "./ask-provider.ts";
import { toConsoleLines } from "./console-text.ts";
import { readServerId } from "./store.ts";

interface ConsoleDeps {
  readonly regions: ComputeRegions;
}

export function instanceConsoleHandlers({
  regions,
}: ConsoleDeps): Handlers<typeof api.instanceConsole> {
  return {
    log: outsideHandler(async ({ tx, instance, query: { lines }, now }) => {
      const { status, variant, regionHandle } = instance;
      if (status === "terminating" || status === "terminated")
        throw actionNotPossible(`instance_is_${status}`);
      if (variant === "bare_metal") throw actionNotPossible("no_console");
      const serverId = await readServerId(tx, instance);
      const toLog = (output: string) => ({
        ...toConsoleLines(output, lines),
        readAt: now.toISOString(),
      });
      if (serverId === null) return async () => toLog("");
      const provider = requireProvider(regions, regionHandle);
      return async () => {
        try {
          // One line more shows whether there are earlier ones.
          return toLog(await askProvider(() => provider.consoleOutput(serverId, lines + 1)));
        } catch (error) {
          // The server is gone at the provider; the reconciler reports that.
          if (isRejection(error)) return toLog("");
          throw error;
        }
      };
    }),
  };
}
