import nodemailer from "nodemailer";
import type { Mailer } from "../../ports/mailer.ts";
import { sendingError } from "./smtp-errors.ts";

const timeoutMs = 15_000;

/** `smtp://user:password@host:port`, or `smtps://`. */
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
    send: async (mail) => {
      try {
        await transport.sendMail({
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
        });
      } catch (error) {
        // Without its cause, whose message and fields name the recipient.
        throw sendingError(error, mail);
      }
    },
    close: () => transport.close(),
  };
}
