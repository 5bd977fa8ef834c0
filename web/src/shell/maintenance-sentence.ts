/** The message of a refused request when staff wrote none of their own. */
export const ownSentence = "We're doing maintenance. Running instances are not affected";
