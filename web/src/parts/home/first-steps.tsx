import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ActionLink } from "../../blocks/action-link.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";
import { CreateLink } from "../instances/create-link.tsx";
import styles from "./home.module.css";

/** From an empty workspace to a machine. */
export function FirstSteps({ workspace, hasKey }: { workspace: string; hasKey: boolean }) {
  const { t } = useLingui();
  return (
    <Card title={t`First steps`}>
      <ol className={styles["steps"]}>
        <Step
          number={1}
          done={hasKey}
          title={t`Add an SSH key`}
          text={t`Machines are opened with it. Only its public half is kept here.`}
          action={
            hasKey ? (
              <Link
                to="/$workspace/settings/credentials"
                params={{ workspace }}
                className={styles["aside"]}
              >
                <Trans>SSH keys</Trans>
              </Link>
            ) : (
              <ActionLink
                permission="credential.create"
                link={
                  <Link
                    to="/$workspace/settings/credentials"
                    params={{ workspace }}
                    className={buttonClass()}
                  >
                    <Trans>Add key</Trans>
                  </Link>
                }
              >
                <Trans>Add key</Trans>
              </ActionLink>
            )
          }
        />
        <Step
          number={2}
          done={false}
          title={t`Create an instance`}
          text={t`Region, product and operating system on one page. Nothing is billed until it is active.`}
          action={<CreateLink workspace={workspace} />}
        />
      </ol>
    </Card>
  );
}

function Step({
  number,
  done,
  title,
  text,
  action,
}: {
  number: number;
  done: boolean;
  title: string;
  text: string;
  action: ReactNode;
}) {
  return (
    <li className={styles["step"]}>
      <span className={styles["number"]} data-done={done}>
        {done ? <Icon name="check" /> : number}
      </span>
      <div>
        <h3>
          {title}
          {done && (
            <span className="visually-hidden">
              {" "}
              <Trans>(done)</Trans>
            </span>
          )}
        </h3>
        <p>{text}</p>
      </div>
      {action}
    </li>
  );
}
