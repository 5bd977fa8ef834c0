import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, Suspense, use } from "react";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { DocsSearch } from "./docs-search.tsx";
import styles from "./docs.module.css";
import { loadDocsContents } from "./shared/docs-contents.ts";

/** The documentation: search and pages on the left, the text beside them. */
export function DocsFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles["page"]}>
      <div className={styles["frame"]}>
        <div className={styles["side"]}>
          <DocsSearch />
          <Suspense fallback={<Skeleton height={280} />}>
            <DocsNavigation />
          </Suspense>
        </div>
        <div className={styles["text"]}>{children}</div>
      </div>
    </div>
  );
}

/** On a phone the pages are folded, so that the text comes first. */
function DocsNavigation() {
  const { t } = useLingui();
  const pages = use(loadDocsContents(currentLocale()));
  const { page: current } = useParams({ strict: false });
  const list = (
    <ul>
      {pages.map(({ slug, title, sections }) => (
        <li key={slug}>
          <Link to="/docs/$page" params={{ page: slug }} activeOptions={{ includeHash: false }}>
            {title}
          </Link>
          {slug === current && (
            <ul>
              {sections.map(({ id, title: heading }) => (
                <li key={id}>
                  <Link
                    to="/docs/$page"
                    params={{ page: slug }}
                    hash={id}
                    activeOptions={{ includeHash: true }}
                  >
                    {heading}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav className={styles["pages"]} aria-label={t`Documentation`}>
        {list}
      </nav>
      <details className={styles["folded"]}>
        <summary>
          <Trans>All pages</Trans>
        </summary>
        <nav aria-label={t`Documentation`}>{list}</nav>
      </details>
    </>
  );
}
