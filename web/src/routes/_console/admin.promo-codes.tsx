import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { promoCodeActions } from "#contracts/actions/admin-billing.ts";
import { type PromoCode, promoCodes, promoListStatuses } from "#contracts/promo-codes.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { toastWithUndo } from "../../components/confirmation.ts";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { useActionReason, useEndpointReason } from "../../components/use-action-denial.ts";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import {
  PromoStatusBadge,
  usePromoStatusLabels,
  usePromoValue,
} from "../../features/billing/staff/promo-code-labels.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { formatDate, formatInteger, formatMoneyAmount } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { type Column, NameCell, NoValue, StackedCell } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";

const loadDialog = () => import("../../features/billing/staff/promo-code-dialog.tsx");
const PromoCodeDialog = lazyPart(loadDialog);

export const Route = createFileRoute("/_console/admin/promo-codes")({
  validateSearch: validateSearchFor<typeof promoCodes.list>(promoCodes.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.promo.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(promoCodes.list, { query: deps })),
  component: PromoCodes,
});

function PromoCodes() {
  const { t, i18n } = useLingui();
  const search = Route.useSearch();
  const statuses = usePromoStatusLabels();
  const reasonFor = useActionReason();
  const endpointReason = useEndpointReason();
  const [edited, setEdited] = useState<PromoCode | "new" | null>(null);
  const invalidates = [promoCodes.list];
  const remove = useEndpointAction(promoCodes.remove, { invalidates: [] });
  const restore = useEndpointAction(promoCodes.restore, {
    invalidates,
    successMessage: ({ code }) => t`${code} restored`,
  });
  return (
    <>
      <StaffTable
        file={staffExports.promoCodes}
        title={t`Promo codes`}
        call={promoCodes.list}
        defaultOrder="-createdAt"
        query={endpointQuery(promoCodes.list, { query: search })}
        search={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        nameOf={({ code }) => code}
        searchLabel={t`Search by code`}
        primary={
          <ActionButton
            tone="primary"
            icon="plus"
            reason={endpointReason(promoCodes.create)}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setEdited("new")}
          >
            <Trans>Create promo code</Trans>
          </ActionButton>
        }
        filters={
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={promoListStatuses.map((value) => ({ value, label: statuses[value] }))}
          />
        }
        menu={(code, list) => {
          const path = { promoCode: code.id };
          const removeNow = async () => {
            try {
              await remove.run({ path });
            } catch (error) {
              if (!isReauthenticationCancelled(error))
                void toast({ tone: "danger", title: problemMessage(i18n, error) });
              return;
            }
            toastWithUndo({
              title: t`${code.code} deleted`,
              undoLabel: t`Undo`,
              undo: () => void restore.press({ path }),
            });
            await list.removed();
          };
          return [
            {
              label: t`Edit`,
              icon: "sliders",
              reason: reasonFor(promoCodeActions.edit, code),
              onSelect: () => setEdited(code),
            },
            code.deletedAt === null
              ? {
                  label: t`Delete`,
                  icon: "trash",
                  tone: "danger",
                  reason: reasonFor(promoCodeActions.remove, code),
                  onSelect: () => void removeNow(),
                  code: remove.code({ path }),
                }
              : {
                  label: t`Restore`,
                  icon: "refresh",
                  reason: reasonFor(promoCodeActions.restore, code),
                  ...restore.now({ path }),
                },
          ];
        }}
        empty={{
          title: t`No promo codes yet`,
          text: t`Customers redeem a code for credit, or for a part of their invoices.`,
          other: (
            <Link to="/admin/promo-codes" search={{ status: "deleted" }}>
              {t`Deleted promo codes`}
            </Link>
          ),
        }}
      />
      {edited !== null && (
        <Suspense>
          <PromoCodeDialog
            code={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function useColumns(): Column<PromoCode>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const valueOf = usePromoValue();
  const figure = (count: number) => formatInteger(count, localeSettings);
  const day = (at: string) => formatDate(at, localeSettings);
  // The last whole day in UTC, as the form asks for it.
  const lastDay = (end: string) =>
    formatDate(new Date(Date.parse(end) - 1).toISOString(), { ...localeSettings, timeZone: "UTC" });
  return [
    {
      key: "code",
      header: t`Code`,
      sort: "code",
      cell: ({ code, newWorkspacesOnly }) => (
        <NameCell subtitle={newWorkspacesOnly ? t`New workspaces only` : null}>
          <span translate="no">{code}</span>
        </NameCell>
      ),
    },
    {
      key: "value",
      header: t`Value`,
      card: "labeled",
      cell: (code) => {
        const { months, maximum, grantDays } = code;
        const most = maximum === null ? null : formatMoneyAmount(maximum);
        const details = [
          months === null ? null : plural(months, { one: "# invoice", other: "# invoices" }),
          most === null ? null : t`at most ${most}`,
          grantDays === null
            ? null
            : plural(grantDays, { one: "valid for # day", other: "valid for # days" }),
        ].filter((detail) => detail !== null);
        return (
          <StackedCell subtitle={details.length === 0 ? null : details.join(" · ")}>
            {valueOf(code)}
          </StackedCell>
        );
      },
    },
    {
      key: "used",
      header: t`Uses`,
      card: "labeled",
      end: true,
      cell: ({ used, maxUses, perWorkspace }) => {
        const [count, most] = [figure(used), maxUses === null ? "∞" : figure(maxUses)];
        return (
          <StackedCell
            subtitle={t`${perWorkspace} per workspace`}
          >{t`${count} of ${most}`}</StackedCell>
        );
      },
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: (code) => <PromoStatusBadge code={code} />,
    },
    {
      key: "startsAt",
      header: t`Starts`,
      card: "hidden",
      hides: "first",
      cell: ({ startsAt }) => day(startsAt),
    },
    {
      key: "endsAt",
      header: t`Ends`,
      card: "labeled",
      hides: "second",
      cell: ({ endsAt }) => (endsAt === null ? <NoValue /> : lastDay(endsAt)),
    },
    {
      key: "createdAt",
      header: t`Created`,
      sort: "createdAt",
      card: "hidden",
      isOptional: true,
      cell: ({ createdAt }) => day(createdAt),
    },
  ];
}
