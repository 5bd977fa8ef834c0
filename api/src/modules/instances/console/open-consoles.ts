/**
 * The consoles that are open in this process. A console outlives the request that opened it: it is closed when its
 * session or its user's right ends, when the instance is switched off or terminated, and after a while without input.
 */
import { stateDenial } from "#contracts/actions/action.ts";
import { instanceActions } from "#contracts/actions/instances.ts";
import { actorAccessLevel, ownershipDenial } from "#contracts/actions/actor.ts";
import { Variant } from "#contracts/catalogue.ts";
import { consoleCloseCodes, consoleIdleMinutes } from "#contracts/instance-console.ts";
import { InstanceStatus } from "#contracts/instance-states.ts";
import { WorkspaceRoleId } from "#contracts/roles.ts";
import type { WebSocket } from "ws";
import type { Database } from "../../../core/db/db.ts";
import type { OpenStreams } from "../../../core/http/streams.ts";
import type { Clock } from "../../../core/lib/clock.ts";
import type { LiveEventHub } from "../../../core/live/live-events.ts";
import type { ComputeProvider } from "../../../ports/compute.ts";
import { askProvider, isRejection } from "../ask-provider.ts";
import { relay } from "./relay.ts";
import { type ConsoleAccess, type ConsoleUser, listConsoleAccess } from "./store.ts";

/** Maximum number of consoles open at once in one process. */
const limits = { user: 5, process: 300 } as const;
const idleMs = consoleIdleMinutes * 60_000;

export interface ConsoleTarget {
  readonly provider: ComputeProvider;
  readonly serverId: string;
}

interface OpenConsole extends ConsoleUser {
  readonly socket: WebSocket;
  lastInputAt: number;
  /** Whether the client responded to the last ping. */
  isAlive: boolean;
}

interface OpenConsolesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: LiveEventHub;
  readonly streams: OpenStreams;
}

export class OpenConsoles {
  readonly #deps: OpenConsolesDeps;
  /** Oldest first. */
  readonly #open = new Set<OpenConsole>();

  constructor(deps: OpenConsolesDeps) {
    this.#deps = deps;
    deps.streams.onHeartbeat(() => this.#onHeartbeat());
  }

  get count(): number {
    return this.#open.size;
  }

  /** Connects the socket with the screen of the server. */
  open(socket: WebSocket, user: ConsoleUser, { provider, serverId }: ConsoleTarget): void {
    if (this.#open.size >= limits.process) return socket.close(consoleCloseCodes.too_many);
    const { clock, hub } = this.#deps;
    this.#closeOldest(user.userId);
    const lastInputAt = clock.now().getTime();
    const opened: OpenConsole = { ...user, socket, lastInputAt, isAlive: true };
    this.#open.add(opened);
    const unsubscribe = hub.subscribe(user.workspaceId, ({ topic, id }) => {
      const mayMatter = topic === "workspace" || (topic === "instances" && isOf(user, id));
      // The next heartbeat makes up for a failed check.
      if (mayMatter) this.#recheck([opened]).catch(() => undefined);
    });
    socket.on("pong", () => {
      opened.isAlive = true;
    });
    socket.on("close", () => {
      this.#open.delete(opened);
      unsubscribe();
    });
    // What the client sends meanwhile waits in its connection.
    socket.pause();
    askProvider(() => provider.remoteConsole(serverId)).then(
      (url) => {
        // The user may have left, or lost the right, while the region was asked.
        if (socket.readyState !== socket.OPEN) return socket.resume();
        relay(socket, url, () => {
          opened.lastInputAt = clock.now().getTime();
        });
      },
      (error: unknown) => {
        socket.resume();
        socket.close(
          isRejection(error)
            ? consoleCloseCodes.instance_unavailable
            : consoleCloseCodes.region_unavailable,
        );
      },
    );
  }

  closeAll(code: number): void {
    for (const { socket } of this.#open) socket.close(code);
  }

  #closeOldest(userId: string): void {
    const own = [...this.#open].filter((one) => one.userId === userId);
    for (const { socket } of own.slice(0, Math.max(0, own.length - limits.user + 1)))
      socket.close(consoleCloseCodes.replaced);
  }

  async #onHeartbeat(): Promise<void> {
    const now = this.#deps.clock.now().getTime();
    for (const one of this.#open) {
      if (!one.isAlive) one.socket.terminate();
      else if (now - one.lastInputAt >= idleMs) one.socket.close(consoleCloseCodes.idle);
      one.isAlive = false;
      one.socket.ping();
    }
    await this.#recheck([...this.#open]);
  }

  async #recheck(consoles: readonly OpenConsole[]): Promise<void> {
    if (consoles.length === 0) return;
    const now = this.#deps.clock.now();
    const rows = await this.#deps.db.withSystemRole(
      "a console outlives the request that opened it",
      (tx) => listConsoleAccess(tx, consoles, now),
    );
    const accessOf = new Map(rows.map((row) => [keyOf(row), row]));
    for (const one of consoles) {
      const code = closeCode(one, accessOf.get(keyOf(one)), now);
      if (code !== null) one.socket.close(code);
    }
  }
}

const keyOf = ({ sessionId, instanceId }: Pick<ConsoleUser, "sessionId" | "instanceId">) =>
  `${sessionId} ${instanceId}`;
const isOf = ({ instanceId }: ConsoleUser, id: string | null) => id === null || id === instanceId;

/** Why a console has to be closed; null if it may stay open. */
function closeCode(
  { userId }: ConsoleUser,
  access: ConsoleAccess | undefined,
  now: Date,
): number | null {
  if (access === undefined) return consoleCloseCodes.access_lost;
  const actor = {
    userId,
    workspaceRole: WorkspaceRoleId.parse(access.role),
    staffRole: null,
    adminRole: null,
    token: null,
  };
  const isAllowed =
    actorAccessLevel(actor, "instance.console") !== null &&
    ownershipDenial(actor, "instance.console", access.owner) === null;
  if (!isAllowed) return consoleCloseCodes.access_lost;
  const instance = {
    ...access,
    variant: Variant.parse(access.variant),
    status: InstanceStatus.parse(access.status),
  };
  return stateDenial(actor, instanceActions.console, instance, now) === null
    ? null
    : consoleCloseCodes.instance_unavailable;
}
