/** Mail leaves by SMTP (RFC 5321); the port takes what is written, the provider sends it. */
export interface OutgoingEmail {
  /** Bare address; handed to the transport as an object, so that nothing in it is read as a list. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Returns when the receiving server has taken the mail; throws when it has not, with a message that names neither the recipient nor anything of the mail. */
  send(mail: OutgoingEmail): Promise<void>;
  close(): void;
}
