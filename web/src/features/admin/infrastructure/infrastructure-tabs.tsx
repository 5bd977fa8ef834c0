import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

const exact = { exact: true, includeSearch: false };

/** What comparisons found, and what the providers report now. */
export function InfrastructureTabs() {
  return (
    <>
      <Link to="/admin/infrastructure" activeOptions={exact}>
        <Trans>Findings</Trans>
      </Link>
      <Link to="/admin/infrastructure/openstack" activeOptions={exact}>
        <Trans>OpenStack hosts</Trans>
      </Link>
      <Link to="/admin/infrastructure/foreman" activeOptions={exact}>
        <Trans>Foreman hosts</Trans>
      </Link>
      <Link to="/admin/infrastructure/hostgroups" activeOptions={exact}>
        <Trans>Host groups</Trans>
      </Link>
    </>
  );
}
