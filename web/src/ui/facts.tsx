import { Fragment, type ReactNode } from "react";

/** Ends with a space that breaks and begins with one that does not: a dot can end a line, but never begin one. */
const separator = "\u00a0· ";

/** Facts in one line of text, separated by dots; a fact that is null or false is left out. */
export const Facts = ({ items }: { items: readonly ReactNode[] }) =>
  items
    .filter((item) => item !== null && item !== undefined && item !== false && item !== "")
    .map((item, position) => (
      // oxlint-disable-next-line react/no-array-index-key -- facts have no other identity and never move
      <Fragment key={position}>
        {position > 0 && separator}
        {item}
      </Fragment>
    ));
