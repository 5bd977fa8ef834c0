import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type User, users } from "#contracts/users.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { switchUser, useSessionInfo } from "../../lib/session/session.ts";
import { problemMessage, staffRoleLabel } from "../../lib/i18n/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./admin.module.css";
import { userDisplayName } from "./shared/user-labels.tsx";

const maxReasonLength = 200;

/** Asks for a reason, states the consequences and starts the impersonation. */
export default function ImpersonateDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { userStaffRole } = useSessionInfo();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const impersonate = useEndpointAction(users.impersonate, { invalidates: [] });
  const [failure, setFailure] = useState<string | null>(null);
  const name = userDisplayName(user);
  const role = userStaffRole === null ? "" : staffRoleLabel(i18n, userStaffRole.userStaffRoleId);

  const input = { path: { user: user.id }, query: { reason } };
  const begin = async () => {
    if (reason.trim() === "") return setMissing(true);
    setFailure(null);
    try {
      switchUser(await impersonate.run(input), "/");
    } catch (error) {
      if (!isReauthenticationCancelled(error)) setFailure(problemMessage(i18n, error));
    }
  };

  return (
    <Dialog
      open
      title={t`Act as ${name}?`}
      onClose={() => {
        if (!impersonate.busy) onClose();
      }}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="primary" busy={impersonate.busy} onClick={() => void begin()}>
            {t`Act as ${name}`}
          </Button>
        </>
      }
    >
      <form
        className={styles["form"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <ul className={styles["list"]}>
          <li>
            <Trans>Every tab in this browser shows what {user.email} sees, for up to 1 hour.</Trans>
          </li>
          <li>
            <Trans>
              Your own permissions are suspended. You can't see secrets, change members, or create
              or terminate instances.
            </Trans>
          </li>
          <li>
            <Trans>
              This is recorded with your name and reason. The customer sees that {role} accessed the
              account, and when.
            </Trans>
          </li>
        </ul>
        <Field
          id="act-as-reason"
          label={t`Reason`}
          help={t`For example, the support ticket and what was requested`}
          error={missing ? t`Field is required` : undefined}
        >
          <Textarea
            id="act-as-reason"
            name="reason"
            rows={2}
            value={reason}
            maxLength={maxReasonLength}
            invalid={missing}
            onChange={(text) => {
              setReason(text);
              setMissing(false);
            }}
          />
        </Field>
        {failure !== null && <Callout tone="danger">{failure}</Callout>}
        <CodeButton
          requested={() => ({
            requests: [impersonate.code(input)],
            isComplete: reason.trim() !== "",
          })}
        />
      </form>
    </Dialog>
  );
}
