import { Suspense } from "react";
import { useScrollToHash } from "../../lib/hooks/use-scroll-to-hash.ts";
import { type DocSlug } from "../../lib/docs/doc-pages.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { docElements, MissingDoc } from "./doc-elements.tsx";
import { docComponents } from "./doc-files.ts";
import styles from "./docs.module.css";

/** One page of the documentation, in the current language. */
export function DocArticle({ slug }: { slug: DocSlug }) {
  const Page = docComponents(currentLocale())[slug];
  if (Page === undefined) return <MissingDoc />;
  return (
    <article className={styles["article"]}>
      <Suspense fallback={<ArticleSkeleton />}>
        <Page components={docElements} />
        <HashTarget key={slug} />
      </Suspense>
    </article>
  );
}

/** Scrolls when the text is there: the router looks for the heading before that. */
function HashTarget() {
  useScrollToHash();
  return null;
}

const ArticleSkeleton = () => (
  <div aria-busy="true" className={styles["skeleton"]}>
    <Skeleton width="240px" height={26} />
    <Skeleton />
    <Skeleton width="90%" />
    <Skeleton width="60%" />
  </div>
);
