/** Modules that web/build/docs generates from docs/customers. */
declare module "virtual:docs/contents/*" {
  const contents: readonly import("./features/docs/shared/docs-contents.ts").DocContents[];
  export default contents;
}

declare module "virtual:docs/search/*" {
  /** A MiniSearch index as JSON. */
  const index: string;
  export default index;
}
