/** What the provider shows of an instance's console: the text it wrote, and its screen. */
import { z } from "zod";
import { can, defineEndpoints, get, noContent, post, Timestamp } from "./endpoint.ts";
import { wholeNumberText } from "./field-problem.ts";
import { defineResource } from "./resource.ts";
import { contributorsOwnOnly } from "./roles.ts";

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

/** A ticket opens one WebSocket within this time. */
export const consoleTicketSeconds = 30;

/** Opens the remote console once, for the session that requested it. */
export const ConsoleTicket = z.object({ ticket: z.string(), expiresAt: Timestamp });

/**
 * Subprotocols of the WebSocket: RFB messages in binary frames, and the ticket, which is not in the URL, because URLs
 * are logged.
 */
export const consoleProtocol = "binary";
export const consoleTicketPrefix = "ticket.";

/** Why the server closes the WebSocket of a console; 1001 when the server stops. */
export const consoleCloseCodes = {
  /** The ticket is unknown, was used, or has expired. */
  ticket_invalid: 4001,
  /** The session has ended, or its user may no longer use this console. */
  access_lost: 4002,
  /** The instance is off, or is being terminated. */
  instance_unavailable: 4003,
  region_unavailable: 4004,
  /** The region closed its console. */
  region_closed: 4005,
  /** No key and no pointer for a while. */
  idle: 4006,
  /** The user opened more consoles than allowed at once; the oldest one is closed. */
  replaced: 4007,
  /** The server has as many consoles open as it can. */
  too_many: 4008,
} as const;

export const consoleIdleMinutes = 30;

export const instanceConsoleResource = defineResource("instanceConsole", {
  permissions: { "instance.console": { roles: contributorsOwnOnly, effect: "write" } },
  hasActivity: true,
});

export const instanceConsole = defineEndpoints(instanceConsoleResource, {
  log: get("/api/v1/workspaces/:workspace/instances/:instance/console-log", {
    summary: "Get the last lines that an instance wrote to its serial console",
    access: can("instance.view", "instance"),
    query: ConsoleLogQuery,
    response: ConsoleLog,
  }),
  open: post("/api/v1/workspaces/:workspace/instances/:instance/console", {
    summary: "Get a ticket that opens the remote console of an instance once, within 30 seconds",
    access: can("instance.console", "instance"),
    tokenScopes: [],
    response: ConsoleTicket,
    status: 201,
  }),
  connect: get("/api/v1/workspaces/:workspace/instances/:instance/console/socket", {
    summary: "Connect to the screen and keyboard of an instance (RFB over a WebSocket)",
    access: can("instance.console", "instance"),
    tokenScopes: [],
    socket: true,
    response: noContent,
  }),
});
