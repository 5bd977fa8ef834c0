import { Link } from "@tanstack/react-router";
import type { BareMetalItemRow } from "#contracts/bare-metal-items.ts";
import { NoValue, StackedCell } from "../../../ui/table.tsx";

/** The instance with its workspace, each with a link to its page. */
export const ItemInstance = ({ instance }: Pick<BareMetalItemRow, "instance">) =>
  instance === null ? (
    <NoValue />
  ) : (
    <StackedCell
      subtitle={
        <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: instance.workspace.id }}>
          {instance.workspace.handle}
        </Link>
      }
    >
      <Link to="/admin/instances/$instanceID" params={{ instanceID: instance.id }}>
        {instance.hostname}
      </Link>
    </StackedCell>
  );
