import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Suspense, use } from "react";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { PageHeader } from "../../ui/page.tsx";
import styles from "./docs.module.css";
import { loadDocsContents } from "./shared/docs-contents.ts";

/** The first page of the documentation: every page with its first paragraph. */
export function DocsStart() {
  const { t } = useLingui();
  usePageTitle(t`Documentation`);
  return (
    <>
      <PageHeader
        title={t`Documentation`}
        summary={<Trans>How instances, access, the API and billing work.</Trans>}
      />
      <Suspense fallback={<Skeleton height={400} />}>
        <PageCards />
      </Suspense>
    </>
  );
}

function PageCards() {
  const pages = use(loadDocsContents(currentLocale()));
  return (
    <ul className={styles["cards"]}>
      {pages.map(({ slug, title, summary }) => (
        <li key={slug}>
          <Link to="/docs/$page" params={{ page: slug }}>
            <b>{title}</b>
            <span>{summary}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
