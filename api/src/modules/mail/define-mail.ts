/** Declaration of an email template: its values and its content. */
import type { MessageDescriptor } from "@lingui/core";
import type { ReactNode } from "react";
import { z } from "zod";

/** Formats values in the recipient's locale and time zone. */
export interface MailFormat {
  /** For a message that is a value of another one. */
  message(message: MessageDescriptor): string;
  /** Date and time of an ISO 8601 timestamp; any other text is returned as it is. */
  dateTime(timestamp: string): string;
}

export interface MailContent {
  readonly subject: MessageDescriptor;
  readonly greeting: MessageDescriptor;
  /** The paragraph after the greeting. Inboxes show it next to the subject. */
  readonly lead: MessageDescriptor;
  /** Elements made by blocks.ts. */
  readonly body: readonly ReactNode[];
}

export interface MailTemplate<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly values: z.ZodObject<Shape>;
  /** @throws {z.ZodError} when `values` do not match the shape. */
  compose(values: unknown, format: MailFormat): MailContent;
}

export function defineMail<Shape extends z.ZodRawShape>(
  shape: Shape,
  compose: (values: z.output<z.ZodObject<Shape>>, format: MailFormat) => MailContent,
): MailTemplate<Shape> {
  const values = z.object(shape);
  return { values, compose: (input, format) => compose(values.parse(input), format) };
}
