import { plural } from "@lingui/core/macro";

/** How many other sessions a change has ended. */
export const endedWords = (ended: number): string =>
  plural(ended, {
    0: "You were signed in nowhere else",
    one: "# other session was ended",
    other: "# other sessions were ended",
  });
