import { Skeleton } from "../ui/feedback.tsx";
import { type Column, Table } from "../ui/table.tsx";

const skeletonRows = ["1", "2", "3", "4", "5", "6"];

/** The table of a list whose first rows are still loading. */
export function SkeletonTable<Row>({
  columns,
  caption,
  hasMenu,
  hasBoxes,
}: {
  columns: readonly Column<Row>[];
  caption: string;
  hasMenu: boolean;
  hasBoxes: boolean;
}) {
  const bones = columns.map((column, position) => ({
    ...column,
    cell: (row: string) => (
      <Skeleton width={position === 0 ? "7em" : `${3 + ((Number(row) + position) % 3)}em`} />
    ),
  }));
  return (
    <Table
      busy
      caption={caption}
      columns={bones}
      rows={skeletonRows}
      rowKey={(row) => row}
      {...(hasBoxes
        ? { select: { all: null, of: () => <Skeleton width="18px" />, isTicked: () => false } }
        : {})}
      {...(hasMenu ? { menu: { label: "", of: () => null } } : {})}
    />
  );
}
