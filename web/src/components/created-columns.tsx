import { useLingui } from "@lingui/react/macro";
import { RelativeTime } from "../ui/description-list.tsx";
import type { Column } from "../ui/table.tsx";

interface CreatedRow {
  readonly createdBy: { readonly name: string };
  readonly createdAt: string;
}

/** Columns for the creator of a row and its creation time. */
export function useCreatedColumns<Row extends CreatedRow>(): readonly Column<Row>[] {
  const { t } = useLingui();
  return [
    { key: "by", header: t`Created by`, card: "labeled", cell: ({ createdBy }) => createdBy.name },
    {
      key: "created",
      header: t`Created`,
      card: "labeled",
      sort: "createdAt",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}
