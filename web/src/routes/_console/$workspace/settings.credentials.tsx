import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { credentials, type ListedCredential } from "#contracts/credentials.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { FilterSelect, toOptions } from "../../../components/filter-select.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { formatInteger } from "../../../lib/i18n/format.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import styles from "../../../features/credentials/credentials.module.css";
import { useKeyMenu } from "../../../features/credentials/key-menu.tsx";
import {
  KeyComment,
  isHardwareKey,
  keyTypeLabel,
} from "../../../features/credentials/key-display.tsx";
import { CopyButton, RelativeTime } from "../../../ui/description-list.tsx";
import { Badge } from "../../../ui/status.tsx";
import { type Column, Mono, NameCell, StackedCell } from "../../../ui/table.tsx";

const loadDialog = () => import("../../../features/credentials/add-key-dialog.tsx");
const AddKeyDialog = lazyPart(loadDialog);

export const Route = createFileRoute("/_console/$workspace/settings/credentials")({
  validateSearch: validateSearchFor<typeof credentials.list>(credentials.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "credential.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(credentials.list, { path: { workspace }, query: deps }),
    ),
  component: Credentials,
});

function Credentials() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const [adding, setAdding] = useState(false);
  const fields = { name: t`Name`, comment: t`Comment`, fingerprint: t`Fingerprint` };
  const list = endpointQuery(credentials.list, { path: { workspace }, query: search });
  const menu = useKeyMenu(workspace, list);
  return (
    <>
      <TablePage
        title={t`SSH keys`}
        facts={<CredentialsSummary workspace={workspace} />}
        call={credentials.list}
        defaultOrder="name"
        query={list}
        search={search}
        columns={useKeyColumns()}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        searchLabel={
          search.searchBy === undefined ? t`Search by name or fingerprint` : fields[search.searchBy]
        }
        filters={
          <FilterSelect
            name="searchBy"
            label={t`Search field`}
            value={search.searchBy}
            options={toOptions(fields)}
          />
        }
        menu={menu.entries}
        primary={
          <ActionButton
            tone="primary"
            icon="plus"
            permission="credential.create"
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setAdding(true)}
          >
            <Trans>Add key</Trans>
          </ActionButton>
        }
        empty={{
          title: t`No SSH keys yet`,
          text: t`You sign in to instances with an SSH key. Only the public key is stored here; the private key stays on your computer.`,
        }}
      />
      {menu.dialog}
      {adding && (
        <Suspense>
          <AddKeyDialog workspace={workspace} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function useKeyColumns(): Column<ListedCredential>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "name",
      cell: ({ name, comment, isDefault }) => (
        <NameCell
          {...(comment === null || comment === ""
            ? {}
            : { subtitle: <KeyComment text={comment} /> })}
        >
          {name} {isDefault && <Badge tone="ok">{t`Default`}</Badge>}
        </NameCell>
      ),
    },
    {
      key: "type",
      header: t`Type`,
      card: "beside",
      cell: (key) => (
        <StackedCell subtitle={isHardwareKey(key) ? t`on a security key` : null}>
          {keyTypeLabel(key)}
        </StackedCell>
      ),
    },
    {
      key: "fingerprint",
      header: t`Fingerprint`,
      card: "plain",
      cell: ({ fingerprintSha256, name }) =>
        fingerprintSha256 !== null && (
          <span className={styles["fingerprint"]}>
            <Mono>{fingerprintSha256}</Mono>
            <CopyButton text={fingerprintSha256} copyLabel={t`fingerprint of ${name}`} />
          </span>
        ),
    },
    {
      key: "machines",
      header: t`Instances`,
      card: "labeled",
      end: true,
      cell: ({ usedByCount }) => formatInteger(usedByCount, localeSettings),
    },
    {
      key: "added",
      header: t`Added`,
      card: "labeled",
      sort: "createdAt",
      cell: ({ createdAt, createdBy }) => (
        <StackedCell subtitle={createdBy?.name ?? null}>
          <RelativeTime at={createdAt} />
        </StackedCell>
      ),
    },
  ];
}

function CredentialsSummary({ workspace }: { workspace: string }) {
  const isSettled = useInitialQueriesSettled();
  const { data } = useQuery({
    ...endpointQuery(workspaces.overview, { path: { workspace } }),
    enabled: isSettled,
  });
  if (data === undefined || data.credentials === null) return "\u00a0";
  const { credentials: count } = data;
  return (
    <Trans>
      <b>{count}</b> <Plural value={count} one="key" other="keys" /> · the default key is
      preselected for new instances
    </Trans>
  );
}
