/** Links of what the console's pages and the pages for guests both show. */
import {
  type ComponentType,
  createContext,
  type CSSProperties,
  type ReactNode,
  useContext,
} from "react";

export interface PageLinkProps {
  readonly href: "/" | "/docs";
  readonly style?: CSSProperties;
  readonly "aria-label"?: string;
  readonly children: ReactNode;
}

/** The console provides its router's link here; on a page for guests a link opens another document. */
export const PageLinkContext = createContext<ComponentType<PageLinkProps> | "a">("a");

export function PageLink(props: PageLinkProps) {
  const Link = useContext(PageLinkContext);
  return <Link {...props} />;
}
