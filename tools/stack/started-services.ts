/** What a world has started so far, so that it can be stopped from any point of its start. */
import { join } from "node:path";
import { type Child, startChild } from "../lib/child-process.ts";
import type { DataDirectory } from "./data-directory.ts";
import { root } from "../lib/run-command.ts";

export class StartedServices {
  /** Settles with the reason when a part ends that was not asked to. */
  readonly failed: Promise<string>;
  readonly #undo: (() => Promise<void>)[] = [];
  readonly #children = new Set<Child>();
  readonly #folder: DataDirectory;
  #break: (reason: string) => void = () => undefined;
  #isStopping = false;

  constructor(folder: DataDirectory) {
    this.#folder = folder;
    this.failed = new Promise((resolve) => {
      this.#break = resolve;
    });
  }

  /** The last added is undone first. */
  onStop(undo: () => Promise<void>): void {
    this.#undo.push(undo);
  }

  reportFailure(reason: string): void {
    if (!this.#isStopping) this.#break(reason);
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
    for (const undo of this.#undo.splice(0).toReversed()) await undo();
  }

  endChildren(signal: "SIGTERM" | "SIGKILL"): void {
    this.#isStopping = true;
    for (const child of this.#children) child.send(signal);
  }
}
