/** Invoices that a workspace has not paid, for what they block. */
export { countUnpaid } from "./history-store.ts";
