import { createElement, Fragment } from "react";

/** Parts of a hostname or URL, each with the dot or slash that ends it; `://` stays together. */
export const breakableParts = (text: string): readonly string[] =>
  text.split(/(?<=\.|(?<![:/])\/)(?!\/|$)/);

/** A hostname or URL that breaks between its parts where it does not fit on a line, before it breaks inside one. */
export const Breakable = ({ text }: { text: string }) => {
  const [first, ...others] = breakableParts(text);
  return createElement(
    Fragment,
    null,
    first,
    ...others.flatMap((part) => [createElement("wbr"), part]),
  );
};
