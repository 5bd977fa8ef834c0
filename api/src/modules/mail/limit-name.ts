/** Names of limits in emails. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { z } from "zod";
import { type LimitName, limitNames } from "#contracts/limit-names.ts";
import type { MailFormat } from "./define-mail.ts";
import { writtenText } from "./values.ts";

const names: Readonly<Record<LimitName, MessageDescriptor>> = {
  instances: msg`Instances`,
  gpus: msg`GPUs`,
  bare_metal: msg`Bare-metal instances`,
  monthly_spend: msg`Spend per month`,
};

export const limitName = z.union([z.enum(limitNames), writtenText]);

/** A limit that a worker of an earlier release does not know is shown as its code. */
export function limitText(limit: string, format: MailFormat): string {
  const known = limitNames.find((name) => name === limit);
  return known === undefined ? limit : format.message(names[known]);
}
