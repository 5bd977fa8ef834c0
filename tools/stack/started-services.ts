/** The services a local stack has started so far, so that a start can be stopped at any point. */
import { join } from "node:path";
import { type Child, startChild } from "../lib/child-process.ts";
import type { DataDirectory } from "./data-directory.ts";
import { root } from "../lib/run-command.ts";

export class StartedServices {
  /** Resolves with the reason when a service ends unexpectedly. */
  readonly failed: Promise<string>;
  readonly #stopCallbacks: (() => Promise<void>)[] = [];
  readonly #children = new Set<Child>();
  readonly #folder: DataDirectory;
  #fail: (reason: string) => void = () => undefined;
  #isStopping = false;

  constructor(folder: DataDirectory) {
    this.#folder = folder;
    this.failed = new Promise((resolve) => {
      this.#fail = resolve;
    });
  }

  /** Registers a stop callback. Callbacks run in reverse order. */
  onStop(stop: () => Promise<void>): void {
    this.#stopCallbacks.push(stop);
  }

  reportFailure(reason: string): void {
    if (!this.#isStopping) this.#fail(reason);
  }

  child(options: Omit<Parameters<typeof startChild>[0], "cwd" | "logFile">): Child {
    const logFile = join(this.#folder.path, "logs", `${options.name}.log`);
    const child = startChild({ ...options, cwd: root, logFile });
    this.#folder.lock.adopt(child.pid);
    this.#children.add(child);
    void child.ended.then(() => this.#children.delete(child));
    return child;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const stop of this.#stopCallbacks.splice(0).toReversed()) await stop();
  }

  signalChildren(signal: "SIGTERM" | "SIGKILL"): void {
    this.#isStopping = true;
    for (const child of this.#children) child.send(signal);
  }
}

export async function waitForHealth(url: string): Promise<void> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) });
  if (response.status !== 200) throw new Error(`${url}/health responded with ${response.status}.`);
}
