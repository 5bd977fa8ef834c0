import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { use } from "react";
import type { DocSlug } from "../../lib/docs/doc-pages.ts";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import { Icon } from "../../ui/icons.tsx";
import { DocArticle } from "./doc-article.tsx";
import styles from "./docs.module.css";
import { type DocContents, loadDocsContents } from "./shared/docs-contents.ts";

/** A page of the documentation with links to the previous and the next one. */
export function DocPage({ slug }: { slug: DocSlug }) {
  const { t } = useLingui();
  const pages = use(loadDocsContents(currentLocale()));
  const position = pages.findIndex((page) => page.slug === slug);
  usePageTitle(pages[position]?.title ?? "");
  const previous = pages[position - 1];
  const next = pages[position + 1];
  return (
    <>
      <DocArticle slug={slug} />
      <nav className={styles["turn"]} aria-label={t`Previous and next page`}>
        {previous !== undefined && <TurnLink page={previous} icon="left" />}
        {next !== undefined && <TurnLink page={next} icon="right" />}
      </nav>
    </>
  );
}

const TurnLink = ({ page, icon }: { page: DocContents; icon: "left" | "right" }) => (
  <Link to="/docs/$page" params={{ page: page.slug }} data-turn={icon}>
    <Icon name={icon} />
    {page.title}
  </Link>
);
