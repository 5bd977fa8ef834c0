import { Trans, useLingui } from "@lingui/react/macro";
import { workspaceActions } from "#contracts/actions/workspaces.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useWorkspace } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { useSetDefaultWorkspace } from "./use-set-default.ts";
import styles from "./workspaces.module.css";

/** A setting of the user: it does not affect other members. */
export function DefaultWorkspaceCard() {
  const { t } = useLingui();
  const role = useWorkspace();
  const reasonFor = useActionReason();
  const { makeDefault, busy } = useSetDefaultWorkspace();
  const { onSelect, code } = makeDefault(role);
  return (
    <Card title={<Trans>Default workspace</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          {role.isDefault ? (
            <Trans>{role.name} opens when you sign in with a new browser.</Trans>
          ) : (
            <Trans>
              Another workspace opens when you sign in with a new browser. You can make this one
              your default instead. This affects only you.
            </Trans>
          )}
        </p>
        {!role.isDefault && (
          <>
            <ActionButton
              busy={busy}
              reason={reasonFor(workspaceActions.makeDefault, role)}
              onClick={onSelect}
            >
              <Trans>Make default</Trans>
            </ActionButton>
            <CodeButton label={t`Make default`} requested={() => completePreview(code)} />
          </>
        )}
      </div>
    </Card>
  );
}
