import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

/** Tabs of the billing pages. */
export const BillingTabs = ({ workspace }: { workspace: string }) => (
  <>
    <Link
      to="/$workspace/billing/balance-payments"
      params={{ workspace }}
      activeOptions={{ includeSearch: false }}
    >
      <Trans>Balance and payments</Trans>
    </Link>
    <Link
      to="/$workspace/billing/usage"
      params={{ workspace }}
      activeOptions={{ includeSearch: false }}
    >
      <Trans>Usage</Trans>
    </Link>
    <Link
      to="/$workspace/billing/invoice"
      params={{ workspace }}
      activeOptions={{ exact: true, includeSearch: false }}
    >
      <Trans>Invoices</Trans>
    </Link>
    <Link
      to="/$workspace/billing/billing-history"
      params={{ workspace }}
      activeOptions={{ includeSearch: false }}
    >
      <Trans>History</Trans>
    </Link>
    <Link
      to="/$workspace/billing/information"
      params={{ workspace }}
      activeOptions={{ includeSearch: false }}
    >
      <Trans>Billing details</Trans>
    </Link>
  </>
);
