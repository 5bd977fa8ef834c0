/** Handlers of the infrastructure pages of staff. */
import type { infrastructure as endpoints } from "#contracts/infrastructure.ts";
import { type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { listFindings } from "./store.ts";

export const infrastructureHandlers: Handlers<typeof endpoints> = {
  findings: systemListHandler("findings belong to no tenant", ({ query }) => listFindings(query)),
};
