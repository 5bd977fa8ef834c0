/** Tables that a page names in a code block of the language `table`. They are generated from the contracts. */
import { type ComponentType, Suspense } from "react";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { Skeleton } from "../../ui/feedback.tsx";

const RolesTable = lazyPart(() => import("./roles-table.tsx"));
const ScopesTable = lazyPart(() => import("./scopes-table.tsx"));

const whenLoaded = (Table: ComponentType) => () => (
  <Suspense fallback={<Skeleton height={240} />}>
    <Table />
  </Suspense>
);

export const generatedTables: Readonly<Record<string, ComponentType>> = {
  roles: whenLoaded(RolesTable),
  scopes: whenLoaded(ScopesTable),
};
