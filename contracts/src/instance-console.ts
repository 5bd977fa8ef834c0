/** What the provider shows of an instance's console: the text it wrote, and its screen. */
import { z } from "zod";
import { can, defineEndpoints, get, Timestamp } from "./endpoint.ts";
import { wholeNumberText } from "./field-problem.ts";

export const consoleLogLines = { default: 200, maximum: 1_000 } as const;
/** Longer lines are cut, so that a response stays small. */
export const longestConsoleLine = 2_000;

const ConsoleLogQuery = z.strictObject({
  /** How many of the last lines: 1 to 1,000. */
  lines: wholeNumberText(1, consoleLogLines.maximum)
    .optional()
    .transform((lines) => lines ?? consoleLogLines.default),
});

/** The last lines that the instance wrote to its serial console. */
export const ConsoleLog = z.object({
  /**
   * Oldest first; empty while there is no output. Control characters are removed, except tabs: a terminal or page
   * that shows the lines executes nothing.
   */
  lines: z.array(z.string()),
  /** Whether the instance wrote more than was asked for; the lines before are left out. */
  hasEarlier: z.boolean(),
  readAt: Timestamp,
});
export type ConsoleLog = z.infer<typeof ConsoleLog>;

export const instanceConsole = defineEndpoints("instanceConsole", {
  log: get("/api/v1/workspaces/:workspace/instances/:instance/console-log", {
    summary: "Get the last lines that an instance wrote to its serial console",
    access: can("instance.view", "instance"),
    query: ConsoleLogQuery,
    response: ConsoleLog,
  }),
});
