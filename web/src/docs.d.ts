/** Modules that web/build/docs generates from docs/customers. */
declare module "virtual:docs/contents/*" {
  const contents: readonly import("./features/docs/shared/docs-contents.ts").DocContents[];
  export default contents;
}

declare module "virtual:docs/roles" {
  const rows: readonly import("./features/docs/roles-table.tsx").RoleRow[];
  export default rows;
}

declare module "virtual:docs/scopes" {
  const scopes: readonly import("#contracts/tokens.ts").TokenScope[];
  export default scopes;
}

declare module "virtual:docs/search/*" {
  /** A MiniSearch index as JSON. */
  const index: string;
  export default index;
}
