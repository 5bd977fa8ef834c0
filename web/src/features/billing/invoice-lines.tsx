import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Invoice, InvoiceLine } from "#contracts/invoices.ts";
import {
  formatDayTime,
  formatDuration,
  formatHourlyRate,
  formatMoneyAmount,
  formatMonthYear,
} from "../../lib/i18n/format.ts";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { Amount, type Column, Table } from "../../ui/table.tsx";
import styles from "./billing.module.css";

/** Lines with their instances; times are UTC like the month. */
export function InvoiceLines({
  workspace,
  invoice,
}: {
  workspace: string | null;
  invoice: Invoice;
}) {
  const { t } = useLingui();
  const columns: Column<InvoiceLine>[] = [
    {
      key: "what",
      header: t`Item`,
      cell: (line) => <LineName workspace={workspace} line={line} />,
    },
    {
      key: "time",
      header: t`Time × price`,
      card: "labeled",
      cell: ({ seconds, rateMicrosPerHour, quantity, unitPriceMicros }) => (
        <Calculation
          seconds={seconds}
          rateMicrosPerHour={rateMicrosPerHour}
          quantity={quantity}
          unitPriceMicros={unitPriceMicros}
        />
      ),
    },
    {
      key: "amount",
      header: t`Amount`,
      end: true,
      card: "beside",
      cell: ({ amount }) => <Amount>{formatMoneyAmount(amount)}</Amount>,
    },
  ];
  return (
    <Card unpadded>
      <Table caption={t`Lines`} columns={columns} rows={invoice.lines} rowKey={({ id }) => id} />
    </Card>
  );
}

function Calculation({
  seconds,
  rateMicrosPerHour,
  quantity,
  unitPriceMicros,
}: Pick<InvoiceLine, "seconds" | "rateMicrosPerHour" | "quantity" | "unitPriceMicros">) {
  if (rateMicrosPerHour !== null && seconds > 0) {
    const [time, rate] = [formatDuration(seconds), formatHourlyRate(rateMicrosPerHour)];
    return (
      <Trans>
        {time} × {rate}/h
      </Trans>
    );
  }
  if (quantity !== null && unitPriceMicros !== null)
    return `${quantity} × ${formatHourlyRate(unitPriceMicros)}`;
  return "–";
}

function LineName({ workspace, line }: { workspace: string | null; line: InvoiceLine }) {
  const { i18n } = useLingui();
  const { kind, description, product, project, periodStart, instances } = line;
  const month = periodStart === null ? null : formatMonthYear(periodStart, i18n.locale);
  return (
    <div className={styles["line"]}>
      <span className={styles["lineName"]} translate="no">
        {product?.name ?? description}
      </span>
      <div className={styles["lineDetails"]}>
        {kind === "adjustment" && (
          <span className={styles["note"]}>
            <Trans>Correction for {month}: usage reported after its invoice</Trans>
          </span>
        )}
        {product !== null && description !== "" && (
          <span className={styles["note"]}>{description}</span>
        )}
        {project !== null && (
          <span className={styles["note"]}>{project.name ?? <Trans>Deleted project</Trans>}</span>
        )}
        {instances.length > 0 && <Instances workspace={workspace} line={line} />}
      </div>
    </div>
  );
}

/** From that many on, the instances are folded. */
const shownInstances = 3;

function Instances({
  workspace,
  line: { instances, periodEnd },
}: {
  workspace: string | null;
  line: InvoiceLine;
}) {
  const list = (
    <ul className={styles["instances"]}>
      {instances.map((instance) => (
        <li key={instance.id}>
          <InstanceName workspace={workspace} instance={instance} />{" "}
          <BilledTime workspace={workspace} instance={instance} periodEnd={periodEnd} />
        </li>
      ))}
    </ul>
  );
  if (instances.length <= shownInstances) return list;
  return (
    <details>
      <summary>
        <Plural value={instances.length} one="# instance" other="# instances" />
      </summary>
      {list}
    </details>
  );
}

type BilledInstance = InvoiceLine["instances"][number];

/** Of a customer who may open it, a link. */
function InstanceName({
  workspace,
  instance: { id, hostname },
}: {
  workspace: string | null;
  instance: BilledInstance;
}) {
  const mayView = useHasPermission("instance.view");
  if (workspace === null || !mayView) return <b translate="no">{hostname}</b>;
  return (
    <Link
      to="/$workspace/instances/$instanceID"
      params={{ workspace, instanceID: id }}
      translate="no"
    >
      {hostname}
    </Link>
  );
}

/** When it was billed. Each end opens the activity of the instance until then, with what led to it among the newest entries. */
function BilledTime({
  workspace,
  instance: { id, seconds, startedAt, endedAt },
  periodEnd,
}: {
  workspace: string | null;
  instance: BilledInstance;
  periodEnd: string | null;
}) {
  const { i18n } = useLingui();
  const mayView = useHasPermission("activity.view");
  const timeOf = (at: string) => {
    const time = formatDayTime(at, i18n.locale);
    if (workspace === null || !mayView) return time;
    return (
      <Link
        to="/$workspace/activities"
        params={{ workspace }}
        search={{ target: id, createdAtTo: oneSecondAfter(at) }}
      >
        <Trans>
          <span className="visually-hidden">Activity until </span>
          {time}
        </Trans>
      </Link>
    );
  };
  // At the end of the period it is still running.
  const end = endedAt === periodEnd ? formatDayTime(endedAt, i18n.locale) : timeOf(endedAt);
  return (
    <span>
      {timeOf(startedAt)} – {end} UTC · {formatDuration(seconds)}
    </span>
  );
}

/** An entry of the activity has milliseconds, what is billed has seconds. The filter's end is exclusive. */
const oneSecondAfter = (at: string): string => new Date(Date.parse(at) + 1_000).toISOString();
