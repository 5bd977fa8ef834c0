import { Trans } from "@lingui/react/macro";
import { useOptionalWorkspace } from "../lib/session/permissions.ts";
import { WorkspaceLabel } from "../ui/avatar.tsx";
import styles from "./workspace-context-line.module.css";

/** The affected workspace in a destructive dialog; renders nothing on pages outside of a workspace. */
export function WorkspaceContextLine() {
  const workspace = useOptionalWorkspace();
  if (workspace === null) return null;
  return (
    <p className={styles["contextLine"]}>
      <span className="visually-hidden">
        <Trans>In workspace</Trans>{" "}
      </span>
      <WorkspaceLabel name={workspace.name} colour={workspace.colour} />
    </p>
  );
}
