import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { OnboardingStep } from "./onboarding.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./shared/onboarding.module.css";
import { OnboardingStepPage } from "./onboarding-step-page.tsx";
import { useOnboardingNavigation } from "./use-onboarding-navigation.ts";

interface ComingLaterStepProps {
  readonly step: OnboardingStep;
  readonly title: string;
  readonly text: ReactNode;
  /** The data that the step will ask for. */
  readonly items: readonly ReactNode[];
  readonly when: ReactNode;
}

/** Placeholder of a step that is not available yet: lists what it will ask for. */
export function ComingLaterStep({ step, title, text, items, when }: ComingLaterStepProps) {
  const { goOn, skip } = useOnboardingNavigation(step);
  return (
    <OnboardingStepPage title={title} text={text}>
      <div className={styles["section"]}>
        <p>
          <Trans>You'll be asked for:</Trans>
        </p>
        <ul className={styles["list"]}>
          {items.map((thing, place) => (
            // oxlint-disable-next-line no-array-index-key -- a fixed list of sentences
            <li key={place}>{thing}</li>
          ))}
        </ul>
        <p className={styles["subtle"]}>{when}</p>
        <div className={styles["actions"]}>
          <Button tone="primary" onClick={() => void goOn()}>
            <Trans>Continue</Trans>
          </Button>
          <Button onClick={skip}>
            <Trans>Skip</Trans>
          </Button>
        </div>
      </div>
    </OnboardingStepPage>
  );
}
