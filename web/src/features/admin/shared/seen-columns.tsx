import { useLingui } from "@lingui/react/macro";
import { RelativeTime } from "../../../ui/description-list.tsx";
import type { Column } from "../../../ui/table.tsx";

interface Seen {
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly resolvedAt: string | null;
}

/** When a check found a finding first, and last or not any more. */
export function useSeenColumns(isResolved: boolean): Column<Seen>[] {
  const { t } = useLingui();
  return [
    {
      key: "first",
      header: t`First seen`,
      card: "labeled",
      sort: "firstSeenAt",
      end: true,
      cell: ({ firstSeenAt }) => <RelativeTime at={firstSeenAt} />,
    },
    {
      key: "last",
      header: isResolved ? t`Resolved` : t`Last seen`,
      card: "labeled",
      sort: "lastSeenAt",
      hides: "third",
      end: true,
      cell: ({ lastSeenAt, resolvedAt }) => <RelativeTime at={resolvedAt ?? lastSeenAt} />,
    },
  ];
}
