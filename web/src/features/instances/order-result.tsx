import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type Instance, instances } from "#contracts/instances.ts";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { LearnLink } from "../../components/help-link.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import { type Column, Mono, NameCell, NoValue, StackedCell, Table } from "../../ui/table.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { CreateLink } from "./shared/create-link.tsx";
import { attentionLabel } from "./shared/instance-labels.ts";
import { InstanceStatus } from "./shared/instance-status.tsx";

/** An order has at most 10 lines of 20 instances; the first 100 are shown. */
const shownInstances = "100";

const orderQuery = (workspace: string, order: string) =>
  endpointQuery(instances.list, {
    path: { workspace },
    query: {
      order,
      perPage: shownInstances,
      orderBy: "hostname",
      // A terminated instance is part of the result too.
      status:
        "pending,building,active,rebooting,stopped,suspended,terminating,terminated,error,unknown",
    },
  });

export const prefetchOrderResult = (client: QueryClient, workspace: string, order: string): void =>
  prefetch(client, orderQuery(workspace, order));

/** What became of an order: the instance of each hostname, live. */
export function OrderResult({ workspace, order }: { workspace: string; order: string }) {
  const { t, i18n } = useLingui();
  const { data } = usePageQuery(orderQuery(workspace, order));
  if (data === undefined) return <OrderSkeleton title={t`Order`} />;
  const { total } = data.meta;
  const rows = data.data;
  if (total === 0)
    return (
      <>
        <PageHeader title={t`Order`} />
        <Card>
          <EmptyState title={t`No instances of this order`} actions={<LearnLink />}>
            {t`The order doesn't exist, or its instances are in projects you don't have access to.`}
          </EmptyState>
        </Card>
      </>
    );
  const active = rows.filter(({ status }) => status === "active").length;
  const columns: readonly Column<Instance>[] = [
    {
      key: "hostname",
      header: t`Hostname`,
      cell: (instance) => (
        <NameCell>
          <Link
            to="/$workspace/instances/$instanceID"
            params={{ workspace, instanceID: instance.id }}
            translate="no"
          >
            {instance.hostname}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Result`,
      card: "beside",
      cell: (instance) => (
        <StackedCell subtitle={attentionLabel(i18n, instance)}>
          <InstanceStatus status={instance.status} />
        </StackedCell>
      ),
    },
    {
      key: "product",
      header: t`Product`,
      card: "labeled",
      cell: ({ product, region }) => (
        <StackedCell subtitle={region.name}>
          <span translate="no">{product.name}</span>
        </StackedCell>
      ),
    },
    {
      key: "publicIp",
      header: t`Public IP`,
      card: "labeled",
      cell: ({ publicIp }) => (publicIp === null ? <NoValue /> : <Mono>{publicIp}</Mono>),
    },
  ];
  return (
    <>
      <PageHeader
        title={<Plural value={total} one="# instance ordered" other="# instances ordered" />}
        summary={
          active === total
            ? t`All of them are active`
            : t`${active} of ${total} active. Each is billed from the moment it's active.`
        }
        actions={
          <>
            <Link to="/$workspace/instances" params={{ workspace }} className={buttonClass()}>
              <Trans>All instances</Trans>
            </Link>
            <CreateLink workspace={workspace} />
          </>
        }
      />
      <Card unpadded>
        <Table
          caption={t`Instances of the order`}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      </Card>
    </>
  );
}
