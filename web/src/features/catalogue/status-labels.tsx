/** Labels and appearance of the status of an entry of the catalog. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { CatalogueStatus } from "#contracts/images.ts";
import { type StatusShape, Status, type StatusTone } from "../../ui/status.tsx";

const labels: Readonly<Record<CatalogueStatus, MessageDescriptor>> = {
  active: msg`Active`,
  inactive: msg`Inactive`,
  deleted: msg`Deleted`,
};

export const catalogueStatusLabel = (i18n: I18n, status: CatalogueStatus): string =>
  i18n._(labels[status]);

const appearance: Record<CatalogueStatus, readonly [tone: StatusTone, shape: StatusShape]> = {
  active: ["ok", "dot"],
  inactive: ["idle", "hollow"],
  deleted: ["danger", "square"],
};

export function CatalogueStatusLabel({ status }: { status: CatalogueStatus }) {
  const { i18n } = useLingui();
  const [tone, shape] = appearance[status];
  return (
    <Status tone={tone} shape={shape}>
      {catalogueStatusLabel(i18n, status)}
    </Status>
  );
}
