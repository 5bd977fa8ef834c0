// Until nobody imports it any more.
export * from "./accounts.ts";
