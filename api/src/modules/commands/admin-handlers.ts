/** Handlers of commands for staff. */
import type { adminCommands as endpoints } from "#contracts/admin-commands.ts";
import { type Handlers, systemHandler, systemListHandler } from "../../core/http/handlers.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { adminCommandsQuery, findAdminCommand } from "./admin-store.ts";

export { instanceLogLines } from "./admin-store.ts";

const systemReason = "staff see every tenant";

export const adminCommandsHandlers: Handlers<typeof endpoints> = {
  list: systemListHandler(systemReason, ({ query }) => adminCommandsQuery(query)),

  view: systemHandler(systemReason, async ({ tx, path }) => {
    const command = await findAdminCommand(tx, path.adminCommand);
    if (command === null) throw new ProblemError("not_found");
    return command;
  }),
};
