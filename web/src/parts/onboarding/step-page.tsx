import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/use-page-title.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./onboarding.module.css";

/** One step: what it is for, and the one thing it asks. */
export function StepPage({
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
      <div className={styles["head"]}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <Card>{children}</Card>
    </>
  );
}
