/** Beginning and ending maintenance, with what people see meanwhile. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { maintenance } from "#contracts/maintenance.ts";
import { confirm } from "../../blocks/confirm.ts";
import { whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { useAction } from "../../blocks/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Card, Columns } from "../../ui/card.tsx";
import { KeyValue, Time } from "../../ui/facts.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";

const messageCharactersAtMost = 300;

export function MaintenanceOff() {
  const { t } = useLingui();
  const [message, setMessage] = useState("");
  const begin = useAction(maintenance.on, { refreshes: [maintenance.view] });
  const word = t`maintenance`;
  const ask = () => {
    const text = message.trim();
    const body = text === "" ? {} : { message: text };
    confirm({
      habit: "destroying",
      title: t`Start maintenance?`,
      verb: t`Start maintenance`,
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
              ask();
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
                maxLength={messageCharactersAtMost}
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
      side={<Preview message={message} />}
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

export function MaintenanceOn({
  startedAt,
  startedBy,
  message,
}: {
  startedAt: string;
  startedBy: string | null;
  message: string | null;
}) {
  const { t } = useLingui();
  const end = useAction(maintenance.off, {
    refreshes: [maintenance.view],
    done: () => t`Maintenance ended`,
  });
  const { onSelect, code } = end.now({});
  return (
    <Columns
      main={
        <Card title={t`Maintenance is on`}>
          <div className={styles["form"]}>
            <KeyValue
              pairs={[
                [t`Since`, <Time key="since" at={startedAt} exact />],
                [t`Started by`, startedBy ?? "–"],
              ]}
            />
            <div>
              <Button tone="primary" busy={end.busy} onClick={onSelect}>
                <Trans>End maintenance</Trans>
              </Button>
            </div>
            <ShowCode requested={() => whole(code)} />
          </div>
        </Card>
      }
      side={<Preview message={message ?? ""} startedAt={startedAt} />}
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
              Started <Time at={startedAt} exact />.
            </Trans>
          </p>
        )}
      </div>
    </Card>
  );
}
