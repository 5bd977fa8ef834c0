import { Fragment } from "react";

/** Parts of a hostname or URL, each with the dot or slash that ends it; `://` stays together. */
export const breakableParts = (text: string): readonly string[] =>
  text.split(/(?<=\.|(?<![:/])\/)(?!\/|$)/);

/** A hostname or URL that breaks between its parts where it does not fit on a line, before it breaks inside one. */
export const Breakable = ({ text }: { text: string }) =>
  breakableParts(text).map((part, position) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity and never move
    <Fragment key={position}>
      {position > 0 && <wbr />}
      {part}
    </Fragment>
  ));
