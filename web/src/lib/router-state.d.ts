import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page an error page was reached from: where "Try again" leads. */
    from?: string;
    /** Of a mail's link: what stood in the address when it was opened. */
    token?: string;
    /** Where the mail went that this page speaks of. */
    sentTo?: string;
    /** Why one is back at the sign-in page: a code. */
    refused?: string;
  }
}
