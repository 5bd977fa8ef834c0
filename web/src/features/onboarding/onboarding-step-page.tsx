import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { Card } from "../../ui/card.tsx";
import { type OnboardingStep, onboardingSteps } from "./onboarding.ts";
import styles from "./shared/onboarding.module.css";

/** Page of one onboarding step: its number, explanation and form. */
export function OnboardingStepPage({
  step,
  title,
  text,
  children,
}: {
  step: OnboardingStep;
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  const [number, count] = [onboardingSteps.indexOf(step) + 1, onboardingSteps.length];
  return (
    <>
      <div className={styles["header"]}>
        <p>
          <Trans>
            Step {number} of {count}
          </Trans>
        </p>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <Card>{children}</Card>
    </>
  );
}
