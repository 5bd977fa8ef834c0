/** A log that does not fill the disk: when it is long enough it is kept under another name, and the one kept before goes. */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

const usualLimitBytes = 10_000_000;

export class LogFile {
  readonly #path: string;
  readonly #limitBytes: number;
  #file: number;
  #size: number;

  constructor(path: string, limitBytes = usualLimitBytes) {
    this.#path = path;
    this.#limitBytes = limitBytes;
    this.#file = openSync(path, "a", 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  write(bytes: string | Buffer): void {
    try {
      this.#size += writeSync(this.#file, Buffer.from(bytes));
      if (this.#size >= this.#limitBytes) this.#begin();
    } catch {
      // A full disk loses lines of the log; it must not end what is logged.
    }
  }

  end(): void {
    closeSync(this.#file);
  }

  #begin(): void {
    renameSync(this.#path, `${this.#path}.old`);
    closeSync(this.#file);
    this.#file = openSync(this.#path, "a", 0o600);
    this.#size = 0;
  }
}
