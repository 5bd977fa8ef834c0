import { plural } from "@lingui/core/macro";

/** States how many other sessions a change has ended. */
export const endedSessionsMessage = (ended: number): string =>
  plural(ended, {
    0: "You weren't signed in anywhere else",
    one: "# other session ended",
    other: "# other sessions ended",
  });
