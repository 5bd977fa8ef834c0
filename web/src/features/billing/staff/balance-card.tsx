import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { adminBilling } from "#contracts/admin-billing.ts";
import { balanceApprovals } from "#contracts/balance-approvals.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { StaleDataNotice } from "../../../components/detail-page.tsx";
import { useEndpointReason } from "../../../components/use-action-denial.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useHasStaffPermission } from "../../../lib/session/permissions.ts";
import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Skeleton } from "../../../ui/feedback.tsx";
import styles from "../billing.module.css";

const loadDialog = () => import("./add-balance-dialog.tsx");
const AddBalanceDialog = lazyPart(loadDialog);

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Balance of a workspace with what staff do about it. Only those who may read it see it. */
export function BalanceCard({ workspace }: { workspace: Named }) {
  return useHasStaffPermission("staff.workspace.balance_view") ? (
    <VisibleBalance workspace={workspace} />
  ) : null;
}

function VisibleBalance({ workspace }: { workspace: Named }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const reasonFor = useEndpointReason();
  const { id } = workspace;
  const result = useQuery(endpointQuery(adminBilling.balance, { path: { adminWorkspace: id } }));
  const { data: waiting } = useQuery(
    endpointQuery(balanceApprovals.list, { query: { workspaceId: id } }),
  );
  const { data } = result;
  return (
    <Card
      title={t`Balance`}
      aside={
        <ActionButton
          reason={reasonFor(adminBilling.addBalance)}
          busy={data === undefined && result.error === null}
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setOpen(true)}
        >
          <Trans>Add to balance</Trans>
        </ActionButton>
      }
    >
      <StaleDataNotice result={result} />
      {data === undefined ? (
        result.error === null && <Skeleton width="60%" />
      ) : (
        <DescriptionList
          pairs={[
            [t`Balance`, formatMoneyAmount(data.balance)],
            [t`Cash`, formatMoneyAmount(data.cash)],
            [t`Still to pay`, formatMoneyAmount(data.outstanding)],
            [t`Promo credit`, formatMoneyAmount(data.promo)],
          ]}
        />
      )}
      <nav aria-label={t`Billing`} className={styles["links"]}>
        <Link to="/admin/invoices" search={{ workspaceId: id }}>
          <Trans>Invoices</Trans>
        </Link>
        <Link to="/admin/billing-history" search={{ workspaceId: id }}>
          <Trans>Billing history</Trans>
        </Link>
        {waiting !== undefined && waiting.meta.total > 0 && (
          <Link to="/admin/balance-approvals" search={{ workspaceId: id }}>
            <Trans>Waits for approval: {waiting.meta.total}</Trans>
          </Link>
        )}
      </nav>
      {isOpen && data !== undefined && (
        <Suspense>
          <AddBalanceDialog workspace={workspace} balance={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
