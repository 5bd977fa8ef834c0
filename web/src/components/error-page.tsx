import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { usePageTitle } from "../lib/hooks/use-page-title.ts";
import { CopyButton } from "../ui/description-list.tsx";
import styles from "./error-page.module.css";

interface ErrorPageProps {
  readonly status: string;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions: ReactNode;
  /** Quoted as plain text, because it may come from a link that anyone can write. */
  readonly cause?: string | null | undefined;
  /** Request id, so that support can find the error. */
  readonly requestId?: string | undefined;
}

/** An error page: what went wrong, what it means and what to do next. */
export function ErrorPage({ status, title, children, actions, cause, requestId }: ErrorPageProps) {
  usePageTitle(title);
  return (
    <div className={styles["page"]}>
      <p className={styles["status"]}>{status}</p>
      <h1>{title}</h1>
      <div className={styles["text"]}>{children}</div>
      <div className={styles["actions"]}>{actions}</div>
      {cause !== null && cause !== undefined && (
        <p className={styles["request"]}>
          <Trans>Cause</Trans> <bdi>{cause}</bdi>
        </p>
      )}
      {requestId !== undefined && (
        <p className={styles["request"]}>
          <Trans>Request ID</Trans> <code>{requestId}</code>{" "}
          <CopyButton text={requestId} copyLabel="id" />
        </p>
      )}
    </div>
  );
}
