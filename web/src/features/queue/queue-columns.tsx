import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { QueuedOrder } from "#contracts/queue.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Status } from "../../ui/status.tsx";
import { Amount, type Column, NameCell, NoValue, StackedCell } from "../../ui/table.tsx";
import { queueReasonLabels, queueStatusAppearance } from "./shared/queue-labels.ts";

/** Columns of waiting orders. */
export function useQueueColumns(workspace: string): readonly Column<QueuedOrder>[] {
  const { t, i18n } = useLingui();
  const choiceText = ({ product, region }: QueuedOrder["choices"][number]) =>
    t`${product.name} in ${region.name}`;
  return [
    {
      key: "hostname",
      header: t`Instances`,
      cell: ({ hostname, orderId }) => {
        const names = hostname.join(", ");
        return (
          <NameCell>
            {orderId === null ? (
              names
            ) : (
              <Link
                to="/$workspace/cart/overview"
                params={{ workspace }}
                search={{ order: orderId }}
              >
                {names}
              </Link>
            )}
          </NameCell>
        );
      },
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status, reason }) => {
        const { tone, shape, word } = queueStatusAppearance[status];
        return (
          <StackedCell subtitle={reason === null ? null : i18n._(queueReasonLabels[reason])}>
            <Status tone={tone} shape={shape}>
              {i18n._(word)}
            </Status>
          </StackedCell>
        );
      },
    },
    {
      key: "position",
      header: t`Position`,
      card: "labeled",
      cell: ({ position }) => (position === null ? <NoValue /> : String(position)),
    },
    {
      key: "choices",
      header: t`Wanted`,
      card: "labeled",
      cell: ({ choices: [first, ...others], image }) => {
        const more = others.map(choiceText).join("; ");
        return (
          <StackedCell subtitle={others.length === 0 ? image.name : t`Otherwise: ${more}`}>
            {first === undefined ? <NoValue /> : choiceText(first)}
          </StackedCell>
        );
      },
    },
    {
      key: "rate",
      header: t`At most per hour`,
      end: true,
      card: "labeled",
      cell: ({ maxRateMicrosPerHour, hostname }) => (
        <StackedCell
          subtitle={
            hostname.length > 1
              ? plural(hostname.length, { one: "for # instance", other: "each, for # instances" })
              : null
          }
        >
          <Amount>{formatHourlyRate(maxRateMicrosPerHour)}</Amount>
        </StackedCell>
      ),
    },
    {
      key: "expiresAt",
      header: t`Ends`,
      hides: "second",
      card: "labeled",
      cell: ({ expiresAt, endedAt }) => <RelativeTime at={endedAt ?? expiresAt} />,
    },
  ];
}
