import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icons.tsx";
import { CreateLink } from "../instances/shared/create-link.tsx";
import type { Checklist } from "./checklist.ts";
import styles from "./home.module.css";

interface OnboardingChecklistProps {
  readonly workspace: string;
  readonly steps: Checklist;
  /** Keeps completed steps, as long as the workspace is new. */
  readonly showsDone: boolean;
  readonly onHide: () => void;
}

/** Steps from an empty workspace to an instance, without those that the role may not do. */
export function OnboardingChecklist({
  workspace,
  steps,
  showsDone,
  onHide,
}: OnboardingChecklistProps) {
  const { t } = useLingui();
  const params = { workspace };
  const lines = [
    {
      done: steps.email,
      title: t`Verify your email`,
      text: t`We send links and notices to this address.`,
    },
    {
      done: steps.secondFactor,
      title: t`Turn on two-factor authentication`,
      text: t`Adds a code from your phone, so a stolen password isn't enough to sign in.`,
      action: (
        <Link to="/account/security" className={buttonClass()}>
          <Trans>Turn on</Trans>
        </Link>
      ),
    },
    {
      done: steps.key,
      title: t`Add an SSH key`,
      text: t`You use it to sign in to your instances. Only the public key is stored here.`,
      action: (
        <Link to="/$workspace/settings/credentials" params={params} className={buttonClass()}>
          <Trans>Add key</Trans>
        </Link>
      ),
    },
    {
      done: steps.project,
      title: t`Create a project`,
      text: t`Groups instances in lists and on invoices. Without one, they go to the default project.`,
      action: (
        <Link to="/$workspace/projects/add" params={params} className={buttonClass()}>
          <Trans>Create project</Trans>
        </Link>
      ),
    },
    {
      done: steps.instance,
      title: t`Create an instance`,
      text: t`Choose region, product, and operating system on one page. Billing starts when the instance is active.`,
      action: <CreateLink workspace={workspace} />,
    },
  ];
  const shown = lines.filter(({ done }) => done === false || (done === true && showsDone));
  return (
    <Card
      title={t`Get started`}
      aside={
        <button type="button" className={styles["headerLink"]} onClick={onHide}>
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

/** A completed step keeps its line but has no action. */
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
