import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { WorkspaceRow } from "#contracts/workspaces.ts";
import { ratePerHour, wholeNumber } from "../../lib/format.ts";
import { useManner } from "../../lib/i18n.ts";
import { wordRole } from "../../lib/wording.ts";
import { WorkspaceSquare } from "../../ui/mark.tsx";
import { Badge, Status } from "../../ui/status.tsx";
import { type Column, NameCell, TwoLines } from "../../ui/table.tsx";
import styles from "./list-columns.module.css";

/** What a role does not see is a dash, not a zero. */
const unseen = "–";

export function useWorkspaceColumns(): Column<WorkspaceRow>[] {
  const { t, i18n } = useLingui();
  const manner = useManner();
  return [
    {
      key: "name",
      header: t`Name`,
      cell: (workspace) => <Named workspace={workspace} />,
    },
    { key: "role", header: t`Your role`, cell: ({ role }) => wordRole(i18n, role) },
    {
      key: "machines",
      header: t`Instances`,
      end: true,
      cell: ({ instances }) =>
        instances === null ? (
          unseen
        ) : (
          <TwoLines
            second={instances.total > 0 && t`${wholeNumber(instances.running, manner)} running`}
          >
            {wholeNumber(instances.total, manner)}
          </TwoLines>
        ),
    },
    {
      key: "rate",
      header: t`Per hour`,
      end: true,
      cell: ({ instances }) =>
        instances === null ? unseen : ratePerHour(instances.billedRateMicrosPerHour),
    },
  ];
}

function Named({
  workspace: { name, handle, colour, isDefault, status },
}: {
  workspace: WorkspaceRow;
}) {
  return (
    <div className={styles["named"]}>
      <WorkspaceSquare name={name} colour={colour} />
      <NameCell second={handle}>
        <Link to="/$workspace" params={{ workspace: handle }}>
          {name}
        </Link>{" "}
        {isDefault && (
          <Badge>
            <Trans>Default</Trans>
          </Badge>
        )}
        {status === "suspended" && (
          <Status tone="warn" shape="diamond">
            <Trans>Suspended</Trans>
          </Status>
        )}
      </NameCell>
    </div>
  );
}
