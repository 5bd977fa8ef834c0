/** The navigation and the documentation that all features declare, collected by file name: this folder depends on no feature. */
import type { FeatureDeclaration, PageHelp } from "./feature-declaration.ts";

const declarations = Object.values(
  import.meta.glob<FeatureDeclaration>("../../features/*/declaration.ts", {
    eager: true,
    import: "declaration",
  }),
);

export const navigationItems = declarations
  .flatMap(({ navigation = [] }) => navigation)
  .toSorted((a, b) => a.position - b.position);

/** The documentation of pages, by the path of their route: `/$workspace/instances`. */
export const helpByPage: ReadonlyMap<string, PageHelp> = new Map(
  declarations.flatMap(({ help = {} }) => Object.entries(help)),
);
