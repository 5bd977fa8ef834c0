import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { type OnboardingStep, onboardingSteps } from "../onboarding.ts";
import { Icon } from "../../../ui/icons.tsx";
import styles from "./onboarding.module.css";

const stepLabels: Record<OnboardingStep, MessageDescriptor> = {
  workspace: msg`Workspace`,
  "billing-information": msg`Billing information`,
  "payment-method": msg`Payment method`,
};

/** Progress through the three steps. */
export function OnboardingProgress() {
  const { t, i18n } = useLingui();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const current = onboardingSteps.findIndex((step) => path.endsWith(`/${step}`));
  return (
    <ol className={styles["steps"]} aria-label={t`Steps`}>
      {onboardingSteps.map((step, place) => (
        <li
          key={step}
          data-place={place < current ? "past" : place === current ? "current" : "coming"}
          aria-current={place === current ? "step" : undefined}
        >
          <span>
            <span className="visually-hidden">
              <Trans>
                Step {place + 1} of {onboardingSteps.length}:
              </Trans>{" "}
            </span>
            {i18n._(stepLabels[step])}
          </span>
          {place < current && <Icon name="check" size={14} />}
        </li>
      ))}
    </ol>
  );
}
