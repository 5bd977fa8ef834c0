import { Trans } from "@lingui/react/macro";
import { whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { useWorkspace } from "../../lib/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useMakeDefault } from "./make-default.ts";
import styles from "./workspaces.module.css";

/** Of oneself alone: it changes nothing for the others. */
export function DefaultCard() {
  const role = useWorkspace();
  const { makeDefault, busy } = useMakeDefault();
  const { onSelect, code } = makeDefault(role);
  return (
    <Card title={<Trans>Where you begin</Trans>}>
      <div className={styles["part"]}>
        <p className={styles["quiet"]}>
          {role.isDefault ? (
            <Trans>You begin in {role.name} on a browser that does not know you yet.</Trans>
          ) : (
            <Trans>
              On a browser that does not know you yet you begin in another workspace. For you alone,
              it can be this one.
            </Trans>
          )}
        </p>
        {!role.isDefault && (
          <>
            <Button busy={busy} onClick={onSelect}>
              <Trans>Begin here</Trans>
            </Button>
            <ShowCode requested={() => whole(code)} />
          </>
        )}
      </div>
    </Card>
  );
}
