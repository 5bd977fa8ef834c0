import "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page that led to an error page: the target of "Try again". */
    from?: string;
    /** On the page of a problem that may pass by itself: how often its page was retried automatically. */
    attempt?: number;
    /** Action token of an email link: removed from the URL when the link is opened. */
    token?: string;
    /** Email address that the link or code was sent to. */
    sentTo?: string;
    /** Code of the reason why the user is back on the sign-in page. */
    rejected?: string;
  }
}
