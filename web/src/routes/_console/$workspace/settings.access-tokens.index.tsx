import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { tokenActions } from "#contracts/actions/tokens.ts";
import { type Token, tokenStatuses, tokens } from "#contracts/tokens.ts";
import { ActionLink } from "../../../components/action-link.tsx";
import { FilterMultiSelect } from "../../../components/filter-multi-select.tsx";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { TablePage } from "../../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import {
  Expiry,
  TokenLastUsed,
  MaskedToken,
  TokenStatusBadge,
  useScopeSummary,
} from "../../../features/tokens/token-display.tsx";
import { useRevokeToken } from "../../../features/tokens/shared/use-revoke-token.tsx";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { type Column, NameCell, StackedCell } from "../../../ui/table.tsx";

const RotateDialog = lazyPart(() => import("../../../features/tokens/rotate-dialog.tsx"));

export const Route = createFileRoute("/_console/$workspace/settings/access-tokens/")({
  validateSearch: validateSearchFor<typeof tokens.list>(tokens.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "token.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(context.queryClient, endpointQuery(tokens.list, { path: { workspace }, query: deps })),
  component: AccessTokens,
});

function AccessTokens() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const reasonFor = useActionReason();
  const askRevoke = useRevokeToken(workspace);
  const [rotating, setRotating] = useState<Token | null>(null);
  const labels = { active: t`Active`, expired: t`Expired`, revoked: t`Revoked` };
  return (
    <>
      <TablePage
        title={t`Access tokens`}
        facts={t`Programs sign in with access tokens. Each token acts as the person who created it, within its permissions.`}
        call={tokens.list}
        query={endpointQuery(tokens.list, { path: { workspace }, query: search })}
        search={search}
        columns={useColumns(workspace)}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        searchLabel={t`Search by name or last four characters`}
        filters={
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={tokenStatuses.map((value) => ({ value, label: labels[value] }))}
          />
        }
        menu={(token) => [
          {
            label: t`Rotate`,
            icon: "refresh",
            reason: reasonFor(tokenActions.rotate, token),
            onSelect: () => setRotating(token),
          },
          {
            label: t`Revoke`,
            icon: "trash",
            tone: "danger",
            reason: reasonFor(tokenActions.revoke, token),
            ...askRevoke(token),
          },
        ]}
        primary={<CreateTokenLink workspace={workspace} />}
        empty={{
          title: t`No access tokens yet`,
          text: t`Programs can use a token to create instances or read costs without anyone's password.`,
        }}
      />
      {rotating !== null && (
        <Suspense>
          <RotateDialog workspace={workspace} token={rotating} onClose={() => setRotating(null)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(workspace: string): Column<Token>[] {
  const { t } = useLingui();
  const inShort = useScopeSummary();
  return [
    {
      key: "name",
      header: t`Name`,
      cell: (token) => (
        <NameCell subtitle={<MaskedToken {...token} />}>
          <Link
            to="/$workspace/settings/access-tokens/$tokenID"
            params={{ workspace, tokenID: token.id }}
          >
            {token.name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status }) => <TokenStatusBadge status={status} />,
    },
    {
      key: "rights",
      header: t`Permissions`,
      card: "plain",
      cell: (token) => (
        <StackedCell
          subtitle={
            token.projects === null
              ? t`All projects`
              : token.projects.map(({ name }) => name).join(", ") || t`No projects left`
          }
        >
          {inShort(token)}
        </StackedCell>
      ),
    },
    {
      key: "expires",
      header: t`Expires`,
      card: "labeled",
      cell: (token) => <Expiry token={token} />,
    },
    {
      key: "used",
      header: t`Last used`,
      card: "labeled",
      cell: (token) => <TokenLastUsed {...token} />,
    },
    {
      key: "made",
      header: t`Created`,
      card: "hidden",
      hides: "third",
      cell: ({ createdAt, createdBy }) => (
        <StackedCell subtitle={createdBy.name}>
          <RelativeTime at={createdAt} />
        </StackedCell>
      ),
    },
  ];
}

function CreateTokenLink({ workspace }: { workspace: string }) {
  return (
    <ActionLink
      permission="token.create"
      tone="primary"
      icon="plus"
      link={<Link to="/$workspace/settings/access-tokens/add" params={{ workspace }} />}
    >
      <Trans>Create token</Trans>
    </ActionLink>
  );
}
