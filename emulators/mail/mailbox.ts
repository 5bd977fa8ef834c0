/** The last mails received, in memory and, when a file is given, on disk. Who waits for one is told when it comes. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const MAX_STORED_MAILS = 500;

const Mail = z.object({
  id: z.int(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** ISO 8601. */
  receivedAt: z.string(),
  /** Web addresses in the order in which they stand in the mail, each once. */
  links: z.array(z.string()),
});
export type Mail = z.infer<typeof Mail>;

type Waiter = { matches: (mail: Mail) => boolean; found: (mail: Mail) => void };

function readStored(storePath: string | undefined): Mail[] {
  if (storePath === undefined || !existsSync(storePath)) return [];
  return z.array(Mail).parse(JSON.parse(readFileSync(storePath, "utf8")));
}

export class Mailbox {
  #mails: Mail[];
  #nextId: number;
  #waiters = new Set<Waiter>();
  #storePath: string | undefined;
  #isStored = true;
  #storing: Promise<void> | null = null;

  constructor(storePath?: string) {
    if (storePath !== undefined) mkdirSync(dirname(storePath), { recursive: true });
    this.#storePath = storePath;
    this.#mails = readStored(storePath);
    this.#nextId = (this.#mails.at(-1)?.id ?? 0) + 1;
  }

  /** Oldest first. */
  all(): Mail[] {
    return [...this.#mails];
  }

  find(id: number): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  add(content: Omit<Mail, "id">): Mail {
    const mail = { id: this.#nextId++, ...content };
    this.#mails = [...this.#mails, mail].slice(-MAX_STORED_MAILS);
    this.#changed();
    for (const waiter of this.#waiters) {
      if (waiter.matches(mail)) waiter.found(mail);
    }
    return mail;
  }

  clear(): void {
    this.#mails = [];
    this.#changed();
  }

  /** The newest mail that matches, or the next that will. */
  waitFor(matches: (mail: Mail) => boolean, timeoutMs: number): Promise<Mail> {
    const here = this.#mails.findLast(matches);
    if (here) return Promise.resolve(here);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        matches,
        found: (mail) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(mail);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        const subjects = this.#mails.map((mail) => `${mail.to.join(", ")}: ${mail.subject}`);
        reject(
          new Error(`No such mail in ${timeoutMs} ms. Received: ${subjects.join("; ") || "none"}`),
        );
      }, timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  /** Resolves when all that was received is on disk. */
  async flush(): Promise<void> {
    await this.#storing;
  }

  #changed(): void {
    if (this.#storePath === undefined) return;
    this.#isStored = false;
    // One writer at a time: mails that come while it writes are in its next round.
    this.#storing ??= this.#store(this.#storePath).finally(() => {
      this.#storing = null;
    });
  }

  async #store(path: string): Promise<void> {
    while (!this.#isStored) {
      this.#isStored = true;
      await writeFile(`${path}.next`, JSON.stringify(this.#mails), { mode: 0o600 });
      await rename(`${path}.next`, path);
    }
  }
}
