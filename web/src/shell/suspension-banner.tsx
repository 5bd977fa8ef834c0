/** Shown on every page of a suspended workspace: why, and what still works. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { workspaces } from "#contracts/workspaces.ts";
import { endpointQuery } from "../lib/api/api-client.ts";
import { useHasPermission, useWorkspace } from "../lib/session/permissions.ts";
import { RelativeTime } from "../ui/description-list.tsx";
import { Callout } from "../ui/feedback.tsx";
import styles from "./console-layout.module.css";

export default function SuspensionBanner() {
  const { handle } = useWorkspace();
  const { data } = useQuery(endpointQuery(workspaces.view, { path: { workspace: handle } }));
  const mayViewInvoices = useHasPermission("billing.view");
  const suspension = data?.suspension ?? null;
  return (
    <div className={styles["banner"]}>
      <Callout tone="warn">
        <p>
          <strong>
            {suspension === null ? (
              <Trans>This workspace is suspended</Trans>
            ) : (
              <Trans>
                This workspace is suspended since <RelativeTime at={suspension.since} exact />
              </Trans>
            )}
          </strong>
        </p>
        {suspension?.reason === "overdue" && (
          <p>
            <Trans>An invoice is overdue. Paying it lifts the suspension.</Trans>{" "}
            {mayViewInvoices && (
              <Link
                to="/$workspace/billing/invoice"
                params={{ workspace: handle }}
                search={{ status: "overdue" }}
              >
                <Trans>View and pay invoices</Trans>
              </Link>
            )}
          </p>
        )}
        {suspension !== null && suspension.note !== null && <p>{suspension.note}</p>}
        <p>
          <Trans>
            Nothing new can be ordered, started, or invited. You can still read everything, pay,
            power off, terminate, export, and leave.
          </Trans>
        </p>
      </Callout>
    </div>
  );
}
