/** Sends emails. The implementation uses SMTP (RFC 5321). */

export interface EmailAttachment {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface OutgoingEmail {
  /** A plain email address, passed to the transport as an object so that it is never parsed as a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly EmailAttachment[];
}

export interface Mailer {
  /**
   * Resolves when the receiving server has accepted the email; otherwise throws an error whose message contains
   * neither the recipient nor any content of the email.
   */
  send(email: OutgoingEmail): Promise<void>;
  close(): void;
}
