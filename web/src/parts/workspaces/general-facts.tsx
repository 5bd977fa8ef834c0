import { Trans, useLingui } from "@lingui/react/macro";
import type { Workspace } from "#contracts/workspaces.ts";
import { useWhyNot } from "../../blocks/reason.ts";
import { Card } from "../../ui/card.tsx";
import { CopyText, KeyValue } from "../../ui/facts.tsx";
import { WorkspaceSquare } from "../../ui/mark.tsx";
import { Callout } from "../../ui/notices.tsx";
import { useColourName } from "./colour-field.tsx";
import styles from "./workspaces.module.css";

/** For whoever may not change them: the values, and why they only look. */
export function GeneralFacts({ workspace: { name, handle, colour } }: { workspace: Workspace }) {
  const { t } = useLingui();
  const why = useWhyNot()({ permission: "workspace.update" });
  const colourName = useColourName(colour);
  return (
    <Card title={<Trans>Workspace details</Trans>}>
      <div className={styles["stack"]}>
        {why !== null && (
          <Callout>
            <p>{why}</p>
          </Callout>
        )}
        <KeyValue
          pairs={[
            [t`Name`, name],
            [t`Handle`, <CopyText key="handle" text={handle} what={t`handle`} />],
            [
              t`Color`,
              <span key="colour" className={styles["colour"]}>
                <WorkspaceSquare name={name} colour={colour} />
                {colourName}
              </span>,
            ],
          ]}
        />
      </div>
    </Card>
  );
}
