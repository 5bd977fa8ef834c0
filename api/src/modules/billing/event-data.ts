/** Documents and movements of the balance as the API lists them. It runs as boreal_system. */
export { findHistoryEntry } from "./history-store.ts";
export { findDocument } from "./invoices-store.ts";
