import { Trans, useLingui } from "@lingui/react/macro";
import type { Instance } from "#contracts/instances.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useMenuCode } from "../../components/use-menu-code.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./instance.module.css";
import { useEndedActions } from "./shared/use-ended-actions.tsx";
import { useRemainingTime } from "./shared/use-remaining-time.ts";

/** Above a terminated instance that is kept for a time: how long, and what can be done with it. */
export function KeptNotice({
  workspace,
  instance,
  until,
}: {
  workspace: string;
  instance: Instance;
  until: string;
}) {
  const { t } = useLingui();
  const { undo, deleteNow } = useEndedActions(workspace)(instance);
  const left = useRemainingTime(until);
  useMenuCode(() => [undo, deleteNow]);
  const address = instance.publicIp;
  return (
    <Callout
      tone="warn"
      action={
        <div className={styles["buttons"]}>
          <ActionButton reason={undo.reason} onClick={undo.onSelect}>
            {t`Undo`}
          </ActionButton>
          <ActionButton tone="danger" reason={deleteNow.reason} onClick={deleteNow.onSelect}>
            {deleteNow.label}
          </ActionButton>
        </div>
      }
    >
      <p>
        <strong>
          {left === null ? (
            <Trans>The time to undo this termination is over</Trans>
          ) : (
            <Trans>You can undo this termination for {left}</Trans>
          )}
        </strong>
      </p>
      <p>
        {address === null ? (
          <Trans>
            The instance isn't billed. On <RelativeTime at={until} exact /> its disk is permanently
            deleted.
          </Trans>
        ) : (
          <Trans>
            The instance isn't billed, and <code translate="no">{address}</code> is held for it. On{" "}
            <RelativeTime at={until} exact /> its disk is permanently deleted.
          </Trans>
        )}
      </p>
    </Callout>
  );
}
