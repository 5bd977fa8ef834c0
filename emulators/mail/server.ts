/** An SMTP server that delivers nothing: received emails are shown on its inbox page. */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type AddressObject, type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { type Clock, systemClock } from "#api/core/lib/clock.ts";
import { handleInbox } from "./inbox-page.ts";
import { type Mail, Mailbox } from "./mailbox.ts";

export type { Mail };

const MAX_MAIL_BYTES = 10 * 1024 * 1024;
const WAIT_TIMEOUT_MS = 15_000;
const CLOSE_TIMEOUT_MS = 500;

/** 451: temporary. 550: permanent. */
export type SmtpRejection = 451 | 550;

export type MailReceiver = {
  smtpUrl: string;
  inboxUrl: string;
  /** Oldest first. */
  messages(): Mail[];
  /** Resolves with the newest matching email or the next one; rejects after `timeoutMs` (default 15 s). */
  waitFor(predicate: (mail: Mail) => boolean, timeoutMs?: number): Promise<Mail>;
  clear(): void;
  /** Rejects every following delivery with the code; `null` accepts deliveries again. */
  fail(mode: SmtpRejection | null): void;
  stop(): Promise<void>;
};

function toAddresses(field: AddressObject | AddressObject[] | undefined): string[] {
  return [field ?? []]
    .flat()
    .flatMap((object) => object.value)
    .flatMap(({ address }) => (address ? [address] : []));
}

function extractLinks(text: string, html: string): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/g) ?? [];
  const inHtml = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
  return [...new Set([...inText, ...inHtml])];
}

function toMail(parsed: ParsedMail, envelopeTo: string[], receivedAt: Date): Omit<Mail, "id"> {
  const text = parsed.text ?? "";
  const html = parsed.html || "";
  return {
    from: toAddresses(parsed.from)[0] ?? "",
    // The envelope's recipients: the header may name others and does not contain Bcc recipients.
    to: envelopeTo,
    subject: parsed.subject ?? "",
    text,
    html,
    receivedAt: receivedAt.toISOString(),
    links: extractLinks(text, html),
    attachments: parsed.attachments.map(({ filename, contentType, content }) => ({
      name: filename ?? "",
      type: contentType,
      sha256: createHash("sha256").update(content).digest("hex"),
    })),
  };
}

function boundPort(address: AddressInfo | string | null, fallback: number): number {
  return address !== null && typeof address === "object" ? address.port : fallback;
}

function listenHttp(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(boundPort(server.address(), port)));
  });
}

function startSmtp(
  options: { port: number; host: string; clock: Clock; rejection: () => SmtpRejection | null },
  mailbox: Mailbox,
): Promise<SMTPServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    // An open connection of a sender must not delay the stop.
    closeTimeout: CLOSE_TIMEOUT_MS,
    onRcptTo(_address, _session, done) {
      const code = options.rejection();
      if (code === null) return done();
      const reason = code === 451 ? "Try again later" : "No such mailbox";
      done(Object.assign(new Error(reason), { responseCode: code }));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      simpleParser(stream).then(
        (parsed) => {
          if (stream.sizeExceeded) {
            done(Object.assign(new Error("The mail is too large"), { responseCode: 552 }));
            return;
          }
          mailbox.add(toMail(parsed, to, options.clock.now()));
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  return new Promise((resolve, reject) => {
    smtp.once("error", reject);
    smtp.listen(options.port, options.host, () => {
      smtp.off("error", reject);
      // A client that disconnects early must not stop the server.
      smtp.on("error", () => undefined);
      resolve(smtp);
    });
  });
}

/** Port 0 selects a free port. `storePath`: JSON file that stores the last 500 emails across restarts. */
export async function startMailReceiver(options: {
  smtpPort: number;
  httpPort: number;
  host: string;
  storePath?: string;
  clock?: Clock;
}): Promise<MailReceiver> {
  const { host, clock = systemClock } = options;
  const mailbox = new Mailbox(options.storePath);
  let rejection: SmtpRejection | null = null;

  const smtp = await startSmtp(
    { port: options.smtpPort, host, clock, rejection: () => rejection },
    mailbox,
  );
  const smtpPort = boundPort(smtp.server.address(), options.smtpPort);
  const closeSmtp = () => new Promise<void>((resolve) => smtp.close(() => resolve()));

  const inbox = createServer((request, response) => handleInbox(mailbox, request, response));
  let httpPort: number;
  try {
    httpPort = await listenHttp(inbox, options.httpPort, host);
  } catch (error) {
    await closeSmtp();
    throw error;
  }

  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const inUrl = reachable.includes(":") ? `[${reachable}]` : reachable;
  return {
    smtpUrl: `smtp://${inUrl}:${smtpPort}`,
    inboxUrl: `http://${inUrl}:${httpPort}/`,
    messages: () => mailbox.all(),
    waitFor: (predicate, timeoutMs = WAIT_TIMEOUT_MS) => mailbox.waitFor(predicate, timeoutMs),
    clear: () => mailbox.clear(),
    fail(mode) {
      rejection = mode;
    },
    async stop() {
      inbox.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => inbox.close(() => resolve())),
        closeSmtp(),
      ]);
      await mailbox.flush();
    },
  };
}
