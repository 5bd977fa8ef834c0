import { Trans } from "@lingui/react/macro";
import { useOptionalWorkspace } from "../lib/session/permissions.ts";
import { WorkspaceLabel } from "../ui/avatar.tsx";
import styles from "./workspace-context-line.module.css";

/** Which workspace loses something, in a dialog that destroys; nothing on pages outside of them. */
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
