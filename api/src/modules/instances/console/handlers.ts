/** Handlers of an instance's console: its log, and its screen. */
import type { api } from "#contracts/api.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { instanceActions } from "#contracts/actions/instances.ts";
import {
  consoleCloseCodes,
  consoleTicketPrefix,
  consoleTicketSeconds,
} from "#contracts/instance-console.ts";
import { assertNotDenied, toActor } from "../../../core/http/authorization.ts";
import { type Handlers, outsideHandler, socketHandler } from "../../../core/http/handlers.ts";
import { generateLinkToken, sha256, uuidv7 } from "../../../core/lib/crypto.ts";
import { actionNotPossible } from "../../../core/lib/problem-error.ts";
import type { ProviderRegions } from "../../../ports/regions.ts";
import { lockInstance } from "../store.ts";
import { askProvider, isRejection, requireProvider } from "../ask-provider.ts";
import { toConsoleLines } from "./console-text.ts";
import type { OpenConsoles } from "./open-consoles.ts";
import { insertTicket, readServerId, useTicket } from "./store.ts";

interface ConsoleDeps {
  readonly regions: ProviderRegions;
  readonly consoles: OpenConsoles;
}

export function instanceConsoleHandlers({
  regions,
  consoles,
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

    open: async ({ tx, instance, now, caller, workspace, audit }) => {
      const row = await lockInstance(tx, instance);
      assertNotDenied(actionDenial(toActor(caller), instanceActions.console, row, now));
      const { token: ticket, hash } = generateLinkToken();
      const expiresAt = new Date(now.getTime() + consoleTicketSeconds * 1000);
      const owner = {
        workspaceId: workspace.id,
        instanceId: row.id,
        sessionId: caller.session.id,
      };
      await insertTicket(tx, owner, { id: uuidv7(now), hash, createdAt: now, expiresAt });
      audit({ target: { type: "instance", id: row.id, name: row.hostname } });
      return { ticket, expiresAt: expiresAt.toISOString() };
    },

    connect: socketHandler(async ({ tx, instance, now, caller, workspace }, protocols) => {
      const user = {
        workspaceId: workspace.id,
        instanceId: instance.id,
        sessionId: caller.session.id,
        userId: caller.user.id,
      };
      const ticket = protocols
        .find((protocol) => protocol.startsWith(consoleTicketPrefix))
        ?.slice(consoleTicketPrefix.length);
      const isValid = ticket !== undefined && (await useTicket(tx, user, sha256(ticket), now));
      if (!isValid) return (socket) => socket.close(consoleCloseCodes.ticket_invalid);
      const denial = actionDenial(toActor(caller), instanceActions.console, instance, now);
      const serverId = await readServerId(tx, instance);
      if (denial !== null || serverId === null)
        return (socket) => socket.close(consoleCloseCodes.instance_unavailable);
      const provider = regions.compute(instance.regionHandle);
      if (provider === null) return (socket) => socket.close(consoleCloseCodes.region_unavailable);
      return (socket) => consoles.open(socket, user, { provider, serverId });
    }),
  };
}
