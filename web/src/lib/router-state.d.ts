import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page an error page was reached from: where "Try again" leads. */
    from?: string;
  }
}
