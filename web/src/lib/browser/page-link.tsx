/** Links of what the console's pages and the pages for guests both show. */
import { createContext, type CSSProperties, type ReactNode, useContext } from "react";

export interface PageLinkProps {
  readonly href: "/" | "/docs";
  readonly style?: CSSProperties;
  readonly "aria-label"?: string;
  readonly children: ReactNode;
}

const plainLink = ({ children, ...rest }: PageLinkProps): ReactNode => <a {...rest}>{children}</a>;

/** Renders a link. The console provides its router's; on a page for guests a link opens another document. */
export const PageLinkContext = createContext(plainLink);

export const PageLink = (props: PageLinkProps): ReactNode => useContext(PageLinkContext)(props);
