/** The last received emails, in memory and optionally in a file. Callers can wait for an email to arrive. */
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
  /** URLs of the email in their order, without duplicates. */
  links: z.array(z.string()),
  attachments: z
    .array(z.object({ name: z.string(), type: z.string(), sha256: z.string() }))
    .default([]),
});
export type Mail = z.infer<typeof Mail>;

type Waiter = { matches: (mail: Mail) => boolean; onMatch: (mail: Mail) => void };

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
      if (waiter.matches(mail)) waiter.onMatch(mail);
    }
    return mail;
  }

  clear(): void {
    this.#mails = [];
    this.#changed();
  }

  /** Resolves with the newest matching email, or with the next one that arrives. */
  waitFor(matches: (mail: Mail) => boolean, timeoutMs: number): Promise<Mail> {
    const match = this.#mails.findLast(matches);
    if (match) return Promise.resolve(match);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        matches,
        onMatch: (mail) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          resolve(mail);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        const subjects = this.#mails.map((mail) => `${mail.to.join(", ")}: ${mail.subject}`);
        reject(
          new Error(
            `No matching email within ${timeoutMs} ms. Received: ${subjects.join("; ") || "none"}`,
          ),
        );
      }, timeoutMs);
      this.#waiters.add(waiter);
    });
  }

  /** Resolves when all received emails are on disk. */
  async flush(): Promise<void> {
    await this.#storing;
  }

  #changed(): void {
    if (this.#storePath === undefined) return;
    this.#isStored = false;
    // One write at a time: emails that arrive during a write are saved by the next one.
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
