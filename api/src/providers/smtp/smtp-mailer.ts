import nodemailer from "nodemailer";
import type { Mailer } from "../../ports/mailer.ts";
import { sendingError } from "./smtp-errors.ts";

const timeoutMs = 15_000;

/** `url` is `smtp://user:password@host:port` or `smtps://…`. */
export function createSmtpMailer(options: { url: string; from: string }): Mailer {
  const transport = nodemailer.createTransport(
    {
      url: options.url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: options.from },
  );
  return {
    send: async (email) => {
      try {
        await transport.sendMail({
          to: { name: "", address: email.to },
          subject: email.subject,
          text: email.text,
          html: email.html,
          attachments: (email.attachments ?? []).map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(bytes),
          })),
        });
      } catch (error) {
        // Thrown without its cause, whose message and fields name the recipient.
        throw sendingError(error, email);
      }
    },
    close: () => transport.close(),
  };
}
