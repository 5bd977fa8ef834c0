/** Invoices and credit notes as results of the workspace search. */
export { searchDocuments } from "./search-store.ts";
