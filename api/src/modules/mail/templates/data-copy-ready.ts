/** The export of the account's data is ready. */
import { msg } from "@lingui/core/runtime-macro";
import { defineNotification } from "../security-notification.ts";
import { consoleUrl } from "../values.ts";

export const dataCopyReady = defineNotification({ link: consoleUrl }, ({ link }) => ({
  subject: msg`Your data export is ready`,
  lead: msg`The export of your data is ready. You can download it for 7 days.`,
  button: { label: msg`Download export`, url: link },
}));
