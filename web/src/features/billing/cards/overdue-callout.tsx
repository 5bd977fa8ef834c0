import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { BillingSummary } from "#contracts/billing-history.ts";
import { formatDateTime, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Callout } from "../../../ui/feedback.tsx";

/** What overdue invoices lead to, and until when they can be paid. Nothing without one. */
export function OverdueCallout({
  workspace,
  summary: { overdueCount, outstanding, suspendsAt },
}: {
  workspace: string;
  summary: BillingSummary;
}) {
  const settings = useLocaleSettings();
  if (overdueCount === 0) return null;
  const amount = formatMoneyAmount(outstanding);
  const at = suspendsAt === null ? null : formatDateTime(suspendsAt, settings);
  return (
    <Callout tone={at === null ? "warn" : "danger"}>
      <p>
        {at === null ? (
          <Trans>Invoices are overdue. {amount} are open.</Trans>
        ) : (
          <Trans>
            Invoices are overdue. {amount} are open. If they stay unpaid, the workspace is suspended
            on {at} and its instances are powered off.
          </Trans>
        )}{" "}
        <Link
          to="/$workspace/billing/invoice"
          params={{ workspace }}
          search={{ status: "overdue" }}
        >
          <Trans>View and pay invoices</Trans>
        </Link>
      </p>
    </Callout>
  );
}
