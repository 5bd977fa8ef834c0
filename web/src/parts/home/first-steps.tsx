import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";
import { CreateLink } from "../instances/create-link.tsx";
import type { Steps } from "./steps.ts";
import styles from "./home.module.css";

interface FirstStepsProps {
  readonly workspace: string;
  readonly steps: Steps;
  readonly onHide: () => void;
}

/** From an empty workspace to a machine; what the role cannot do is not among them. */
export function FirstSteps({ workspace, steps, onHide }: FirstStepsProps) {
  const { t } = useLingui();
  const params = { workspace };
  const lines = [
    {
      done: steps.email,
      title: t`Verify your e-mail`,
      text: t`Links and notices go to it.`,
    },
    {
      done: steps.secondFactor,
      title: t`Turn on a second factor`,
      text: t`A code from your phone besides the password, so that a stolen password is not enough.`,
      action: (
        <Link to="/account/security" className={buttonClass()}>
          <Trans>Security</Trans>
        </Link>
      ),
    },
    {
      done: steps.key,
      title: t`Add an SSH key`,
      text: t`Machines are opened with it. Only its public half is kept here.`,
      action: (
        <Link to="/$workspace/settings/credentials" params={params} className={buttonClass()}>
          <Trans>Add key</Trans>
        </Link>
      ),
    },
    {
      done: steps.project,
      title: t`Add a project`,
      text: t`Groups machines on the list and on the invoice; until then they are in the default one.`,
      action: (
        <Link to="/$workspace/projects/add" params={params} className={buttonClass()}>
          <Trans>Add project</Trans>
        </Link>
      ),
    },
    {
      done: steps.instance,
      title: t`Create an instance`,
      text: t`Region, product and operating system on one page. Nothing is billed until it is active.`,
      action: <CreateLink workspace={workspace} />,
    },
  ];
  const shown = lines.filter(({ done }) => done !== null);
  return (
    <Card
      title={t`First steps`}
      aside={
        <button type="button" className={styles["aside"]} onClick={onHide}>
          <Trans>Hide</Trans>
        </button>
      }
    >
      <ol className={styles["steps"]}>
        {shown.map(({ done, title, text, action }, place) => (
          <Step
            key={title}
            number={place + 1}
            done={done === true}
            title={title}
            text={text}
            action={action}
          />
        ))}
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly number: number;
  readonly done: boolean;
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
}

/** What is done keeps its line, and nothing to press. */
const Step = ({ number, done, title, text, action }: StepProps) => (
  <li className={styles["step"]} data-done={done}>
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
      {!done && <p>{text}</p>}
    </div>
    {!done && action}
  </li>
);
