import { Trans, useLingui } from "@lingui/react/macro";
import type { Workspace } from "#contracts/workspaces.ts";
import { useDisabledReason } from "../../components/use-disabled-reason.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, DescriptionList } from "../../ui/description-list.tsx";
import { WorkspaceAvatar } from "../../ui/avatar.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { useColourName } from "./colour-field.tsx";
import styles from "./workspaces.module.css";

/** Read-only view for roles that may not change the values, with the reason. */
export function ReadOnlyGeneral({ workspace: { name, handle, colour } }: { workspace: Workspace }) {
  const { t } = useLingui();
  const disabledReason = useDisabledReason()({ permission: "workspace.update" });
  const colourName = useColourName(colour);
  return (
    <Card title={<Trans>Workspace details</Trans>}>
      <div className={styles["stack"]}>
        {disabledReason !== null && (
          <Callout>
            <p>{disabledReason}</p>
          </Callout>
        )}
        <DescriptionList
          pairs={[
            [t`Name`, name],
            [t`Handle`, <CopyText key="handle" text={handle} what={t`handle`} />],
            [
              t`Color`,
              <span key="colour" className={styles["colour"]}>
                <WorkspaceAvatar name={name} colour={colour} />
                {colourName}
              </span>,
            ],
          ]}
        />
      </div>
    </Card>
  );
}
