/** Starts and ends maintenance, with a preview of what users see meanwhile. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type Maintenance, maintenance } from "#contracts/maintenance.ts";
import { openConfirmDialog } from "../../components/confirmation.ts";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useEndpointAction } from "../../components/use-endpoint-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";

const maxMessageLength = 300;

export function StartMaintenanceCard() {
  const { t } = useLingui();
  const [message, setMessage] = useState("");
  const begin = useEndpointAction(maintenance.on, { invalidates: [maintenance.view] });
  const word = t`maintenance`;
  const confirm = () => {
    const text = message.trim();
    const body = text === "" ? {} : { message: text };
    openConfirmDialog({
      severity: "destructive",
      title: t`Start maintenance?`,
      confirmLabel: t`Start maintenance`,
      name: word,
      consequences: <Consequences />,
      action: async () => {
        await begin.run({ body });
        void toast({ title: t`Maintenance is on` });
      },
      code: begin.code({ body }),
    });
  };
  return (
    <Columns
      main={
        <Card title={t`Start maintenance`}>
          <form
            className={styles["form"]}
            onSubmit={(event) => {
              event.preventDefault();
              confirm();
            }}
          >
            <Consequences />
            <Field
              id="maintenance-message"
              label={t`Message`}
              aside={t`optional`}
              help={t`What's being done and when you expect it to be over`}
            >
              <Textarea
                id="maintenance-message"
                name="message"
                rows={3}
                value={message}
                onChange={setMessage}
                maxLength={maxMessageLength}
              />
            </Field>
            <div>
              <Button tone="danger" type="submit" icon="power">
                <Trans>Start maintenance</Trans>
              </Button>
            </div>
          </form>
        </Card>
      }
      aside={<Preview message={message} />}
    />
  );
}

const Consequences = () => (
  <ul className={styles["list"]}>
    <li>
      <Trans>Customers see the maintenance page immediately, in every tab.</Trans>
    </li>
    <li>
      <Trans>Only staff can sign in, and the API responds to every request with 423.</Trans>
    </li>
    <li>
      <Trans>Instances, jobs, and billing continue.</Trans>
    </li>
  </ul>
);

export function OngoingMaintenanceCard({
  startedAt,
  startedBy,
  message,
  expectedEndAt,
}: Pick<Maintenance, "startedBy" | "message" | "expectedEndAt"> & {
  startedAt: string;
}) {
  const { t } = useLingui();
  const end = useEndpointAction(maintenance.off, {
    invalidates: [maintenance.view],
    successMessage: () => t`Maintenance ended`,
  });
  const { onSelect, code } = end.now({});
  return (
    <Columns
      main={
        <Card title={t`Maintenance is on`}>
          <div className={styles["form"]}>
            <DescriptionList
              pairs={[
                [t`Since`, <RelativeTime key="since" at={startedAt} exact />],
                [t`Started by`, startedBy ?? "–"],
                [
                  t`Expected end`,
                  expectedEndAt === null ? null : (
                    <RelativeTime key="end" at={expectedEndAt} exact />
                  ),
                ],
              ]}
            />
            <div>
              <Button tone="primary" busy={end.busy} onClick={onSelect}>
                <Trans>End maintenance</Trans>
              </Button>
            </div>
            <CodeButton label={t`End maintenance`} requested={() => completePreview(code)} />
          </div>
        </Card>
      }
      aside={<Preview message={message ?? ""} startedAt={startedAt} />}
    />
  );
}

function Preview({ message, startedAt }: { message: string; startedAt?: string }) {
  const { t } = useLingui();
  return (
    <Card title={t`What customers see`}>
      <div className={styles["preview"]}>
        <h3>
          <Trans>We're doing maintenance. Running instances are not affected</Trans>
        </h3>
        {message.trim() !== "" && <p>{message}</p>}
        {startedAt !== undefined && (
          <p>
            <Trans>
              Started <RelativeTime at={startedAt} exact />.
            </Trans>
          </p>
        )}
      </div>
    </Card>
  );
}
