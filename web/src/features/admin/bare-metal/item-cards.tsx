/** The cards on the page of a bare-metal item. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type {
  BareMetalItem,
  BareMetalItemEvent,
  ItemCommand,
  ItemErasure,
} from "#contracts/bare-metal-items.ts";
import { Card } from "../../../ui/card.tsx";
import { CopyText, DescriptionList, RelativeTime } from "../../../ui/description-list.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Status } from "../../../ui/status.tsx";
import { type Column, NoValue, StackedCell, Table } from "../../../ui/table.tsx";
import { causeLabel } from "../../instances/shared/instance-labels.ts";
import { stepName } from "../../instances/shared/step-labels.ts";
import { CommandStatusBadge, commandTitle } from "../command-labels.tsx";
import { ItemInstance } from "./item-instance.tsx";
import { checkLabels, eventLabel } from "./item-labels.tsx";
import styles from "./item-cards.module.css";

/** What the item needs to be sold, each met or not. */
export function ChecksCard({ item: { checks } }: { item: BareMetalItem }) {
  const { t, i18n } = useLingui();
  const unmet = checks.filter(({ isMet }) => !isMet).length;
  return (
    <Card title={unmet === 0 ? t`Can be ordered` : t`Why it can't be ordered`}>
      <ul className={styles["checks"]}>
        {checks.map(({ check, isMet }) => (
          <li key={check} className={isMet ? styles["met"] : styles["unmet"]}>
            <Icon name={isMet ? "check" : "close"} />
            <span>
              {!isMet && (
                <span className="visually-hidden">
                  <Trans>Missing:</Trans>{" "}
                </span>
              )}
              {i18n._(checkLabels[check][isMet ? "met" : "unmet"])}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function ItemDetailsCard({ item }: { item: BareMetalItem }) {
  const { t } = useLingui();
  const { instance, product } = item;
  const plain = (text: string) => (text === "" ? null : text);
  return (
    <Card title={t`Item`}>
      <DescriptionList
        pairs={[
          [
            t`Product`,
            <Link
              key="product"
              to="/admin/bare-metal-products/$productID"
              params={{ productID: product.id }}
            >
              {product.name}
            </Link>,
          ],
          [t`Region`, item.region.name],
          [t`Rack`, plain(item.rack)],
          [t`Host in Foreman`, <CopyText key="host" text={item.foremanHost} what={t`host`} />],
          [t`Host group`, plain(item.hostGroup)],
          [t`Disks`, item.diskCount],
          [
            t`Instance`,
            instance === null ? null : (
              <Link to="/admin/instances/$instanceID" params={{ instanceID: instance.id }}>
                {instance.hostname}
              </Link>
            ),
          ],
          [
            t`Workspace`,
            instance === null ? null : (
              <Link
                to="/admin/workspaces/$workspaceID"
                params={{ workspaceID: instance.workspace.id }}
              >
                {instance.workspace.name}
              </Link>
            ),
          ],
          [t`Note`, plain(item.note)],
          [t`Added`, <RelativeTime key="added" at={item.createdAt} exact />],
          [t`ID`, <CopyText key="id" text={item.id} what={t`ID`} />],
        ]}
      />
    </Card>
  );
}

const erasureStatus = {
  in_progress: ["busy", "spinner"],
  complete: ["ok", "dot"],
  failed: ["danger", "square"],
} as const;

/** The erasure after each use, with its certificate. */
export function ErasuresCard({ erasures }: { erasures: readonly ItemErasure[] }) {
  const { t } = useLingui();
  const labels = { in_progress: t`In progress`, complete: t`Certified`, failed: t`Failed` };
  const columns: Column<ItemErasure>[] = [
    {
      key: "instance",
      header: t`After the use by`,
      cell: ({ instance }) => <ItemInstance instance={instance} />,
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status }) => (
        <Status tone={erasureStatus[status][0]} shape={erasureStatus[status][1]}>
          {labels[status]}
        </Status>
      ),
    },
    {
      key: "certificate",
      header: t`Certificate`,
      card: "plain",
      cell: ({ certificate }) =>
        certificate === null ? (
          <NoValue />
        ) : (
          <StackedCell subtitle={<CopyText text={certificate.serialsSha256} what={t`Copy hash`} />}>
            {certificate.disks.map(({ device, method }) => `${device} ${method}`).join(", ")}
          </StackedCell>
        ),
    },
    {
      key: "finished",
      header: t`Ended`,
      card: "labeled",
      end: true,
      cell: ({ finishedAt }) =>
        finishedAt === null ? <NoValue /> : <RelativeTime at={finishedAt} exact />,
    },
  ];
  if (erasures.length === 0) return null;
  return (
    <Card title={t`Erasures`} unpadded>
      <Table caption={t`Erasures`} columns={columns} rows={erasures} rowKey={({ id }) => id} />
    </Card>
  );
}

/** The commands that erased it, with the step at which one stopped. */
export function ItemCommandsCard({ commands }: { commands: readonly ItemCommand[] }) {
  const { t, i18n } = useLingui();
  const columns: Column<ItemCommand>[] = [
    {
      key: "command",
      header: t`Operation`,
      cell: (command) => (
        <StackedCell
          subtitle={
            command.error === null
              ? null
              : `${command.failedStep === null ? "" : `${stepName(i18n, `${command.kind}.${command.failedStep}`)}: `}${
                  command.error.message || causeLabel(i18n, command.error.code) || ""
                }`
          }
        >
          <Link to="/admin/commands/$commandID" params={{ commandID: command.id }}>
            {commandTitle(i18n, command)}
          </Link>
        </StackedCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status }) => <CommandStatusBadge status={status} />,
    },
    {
      key: "at",
      header: t`Requested`,
      card: "labeled",
      end: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} exact />,
    },
  ];
  if (commands.length === 0) return null;
  return (
    <Card title={t`Operations`} unpadded>
      <Table caption={t`Operations`} columns={columns} rows={commands} rowKey={({ id }) => id} />
    </Card>
  );
}

/** What happened to the item, newest first. */
export function ItemHistoryCard({ events }: { events: readonly BareMetalItemEvent[] }) {
  const { t, i18n } = useLingui();
  const columns: Column<BareMetalItemEvent>[] = [
    {
      key: "event",
      header: t`Event`,
      cell: (event) => <StackedCell subtitle={event.reason}>{eventLabel(i18n, event)}</StackedCell>,
    },
    {
      key: "instance",
      header: t`Instance`,
      card: "plain",
      cell: ({ instance }) => <ItemInstance instance={instance} />,
    },
    {
      key: "at",
      header: t`Time`,
      card: "labeled",
      end: true,
      cell: ({ at }) => <RelativeTime at={at} exact />,
    },
  ];
  return (
    <Card title={t`History`} unpadded>
      <Table caption={t`History`} columns={columns} rows={events} rowKey={({ id }) => String(id)} />
    </Card>
  );
}
