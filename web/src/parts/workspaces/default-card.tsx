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
    <Card title={<Trans>Default workspace</Trans>}>
      <div className={styles["part"]}>
        <p className={styles["quiet"]}>
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
            <Button busy={busy} onClick={onSelect}>
              <Trans>Make default</Trans>
            </Button>
            <ShowCode requested={() => whole(code)} />
          </>
        )}
      </div>
    </Card>
  );
}
