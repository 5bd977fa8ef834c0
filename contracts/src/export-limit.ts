/** The limit of CSV exports. */
import type { PageMeta } from "./endpoint.ts";

/** Maximum number of rows of an export. It has the first rows of its list. */
export const maxExportRows = 10_000;

/** Whether an export may be incomplete. A list with an inexact total may have any number of rows. */
export const exceedsExportLimit = ({
  total,
  totalIsExact,
}: Pick<PageMeta, "total" | "totalIsExact">) => !totalIsExact || total > maxExportRows;
