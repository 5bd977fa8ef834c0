import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./shared/onboarding.module.css";

/** Page of one onboarding step: explanation and form. */
export function OnboardingStepPage({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <>
      <div className={styles["header"]}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <Card>{children}</Card>
    </>
  );
}
