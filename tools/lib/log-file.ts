/** Log file of limited size: at the limit it is renamed to `.old`, which replaces the previous old file. */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

const defaultLimitBytes = 10_000_000;

export class LogFile {
  readonly #path: string;
  readonly #limitBytes: number;
  #file: number;
  #size: number;

  constructor(path: string, limitBytes = defaultLimitBytes) {
    this.#path = path;
    this.#limitBytes = limitBytes;
    this.#file = openSync(path, "a", 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  write(bytes: string | Buffer): void {
    try {
      this.#size += writeSync(this.#file, Buffer.from(bytes));
      if (this.#size >= this.#limitBytes) this.#rotate();
    } catch {
      // A full disk loses log lines; it must not stop the logged process.
    }
  }

  end(): void {
    closeSync(this.#file);
  }

  #rotate(): void {
    renameSync(this.#path, `${this.#path}.old`);
    closeSync(this.#file);
    this.#file = openSync(this.#path, "a", 0o600);
    this.#size = 0;
  }
}
