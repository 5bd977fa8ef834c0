/** Security notifications: what happened, when and from where, and how to lock the account. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { z } from "zod";
import { parseDeviceName } from "#contracts/device-name.ts";
import { button, facts, greeting, paragraph, paragraphWithLink } from "./blocks.ts";
import type { MailFormat, MailTemplate } from "./define-mail.ts";
import { consoleUrl, plainText, timestamp, writtenText } from "./values.ts";

/** Values that every notification has. A line without a value is left out. */
const frameShape = {
  firstName: writtenText,
  at: timestamp,
  device: writtenText.optional(),
  ip: plainText.optional(),
  freezeLink: consoleUrl.optional(),
};
const Frame = z.object(frameShape);
export type NotificationFrame = z.input<typeof Frame>;

interface NotificationContent {
  readonly subject: MessageDescriptor;
  readonly lead: MessageDescriptor;
  /** Paragraphs after the first one. */
  readonly more?: readonly MessageDescriptor[];
  /** Left out without a URL. */
  readonly button?: { readonly label: MessageDescriptor; readonly url: string | undefined };
}

export interface NotificationTemplate<Shape extends z.ZodRawShape = z.ZodRawShape>
  extends MailTemplate {
  /** Values besides the frame. */
  readonly ownValues: z.ZodObject<Shape>;
}

export function defineNotification<Shape extends z.ZodRawShape>(
  shape: Shape,
  compose: (values: z.output<z.ZodObject<Shape>>) => NotificationContent,
): NotificationTemplate<Shape> {
  const ownValues = z.object(shape);
  return {
    ownValues,
    values: z.object({ ...frameShape, ...shape }),
    compose: (input, format) => {
      const { firstName, at, device, ip, freezeLink } = Frame.parse(input);
      const { subject, lead, more = [], button: own } = compose(ownValues.parse(input));
      return {
        subject,
        greeting: greeting(firstName),
        lead,
        body: [
          ...more.map(paragraph),
          own?.url === undefined ? null : button(own.label, own.url),
          facts([
            msg`Time: ${{ at: format.dateTime(at) }}`,
            device === undefined
              ? null
              : msg`Device: ${{ device: deviceInLanguage(device, format) }}`,
            ip === undefined ? null : msg`IP address: ${{ ip }}`,
          ]),
          freezeLink === undefined
            ? null
            : paragraphWithLink(
                msg`If this wasn't you, lock your account right away. This link is valid for 7 days: ${{ freezeLink }}`,
                freezeLink,
              ),
        ],
      };
    },
  };
}

function deviceInLanguage(device: string, format: MailFormat): string {
  const parts = parseDeviceName(device);
  if (parts === null) return device;
  const { browser, system } = parts;
  return format.message(msg`${{ browser }} on ${{ system }}`);
}
