/** The body of a reinstallation. */
import { z } from "zod";
import { Id } from "./endpoint.ts";

/** Omitted fields stay as they are. */
export const Reinstallation = z.strictObject({
  operatingsystem: Id.optional(),
  /** Ids of the SSH keys that may sign in afterwards, in place of the present ones. */
  workspaceCredential: z.array(Id).min(1).max(10).optional(),
});
