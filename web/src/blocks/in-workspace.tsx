import { Trans } from "@lingui/react/macro";
import { useMaybeWorkspace } from "../lib/permissions.ts";
import { WorkspaceName } from "../ui/mark.tsx";
import styles from "./in-workspace.module.css";

/** Which workspace loses something, in a dialog that destroys; nothing on pages outside of them. */
export function InWorkspace() {
  const workspace = useMaybeWorkspace();
  if (workspace === null) return null;
  return (
    <p className={styles["line"]}>
      <span className="visually-hidden">
        <Trans>In workspace</Trans>{" "}
      </span>
      <WorkspaceName name={workspace.name} colour={workspace.colour} />
    </p>
  );
}
