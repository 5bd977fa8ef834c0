/** How the elements of a Markdown page are rendered. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ComponentProps, isValidElement, type ReactNode } from "react";
import { apiOrigin } from "../../lib/api/api-origin.ts";
import { parseDocTarget } from "../../lib/docs/doc-pages.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Callout } from "../../ui/feedback.tsx";
import { pictureUrl } from "./doc-files.ts";
import styles from "./docs.module.css";
import { generatedTables } from "./generated-tables.tsx";

/** The origin that examples use; replaced by the one of this console. */
const exampleOrigin = "https://console.example.com";
const withOwnOrigin = (text: string): string => text.replaceAll(exampleOrigin, apiOrigin());

function DocLink({ href = "", children }: ComponentProps<"a">) {
  const target = parseDocTarget(href.replace(/\.md(?=#|$)/, ""));
  if (target !== null)
    return (
      <Link
        to="/docs/$page"
        params={{ page: target.page }}
        {...(target.hash === "" ? {} : { hash: target.hash })}
      >
        {children}
      </Link>
    );
  if (href.startsWith("#"))
    return (
      <Link to="." hash={href.slice(1)}>
        {children}
      </Link>
    );
  if (href.startsWith("/") && !href.startsWith("/api/")) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  );
}

/** A heading gets the focus when a link leads to it, so that a screen reader continues there. */
const Heading2 = ({ id, children }: ComponentProps<"h2">) => (
  <h2 id={id} tabIndex={-1}>
    {children}
  </h2>
);
const Heading3 = ({ id, children }: ComponentProps<"h3">) => (
  <h3 id={id} tabIndex={-1}>
    {children}
  </h3>
);

interface Code {
  readonly language: string;
  readonly text: string;
  /** The heading above it. */
  readonly title: string;
}

function codeOf(children: ReactNode): Code | null {
  if (!isValidElement<ComponentProps<"code">>(children)) return null;
  const { className = "", children: text, title = "" } = children.props;
  if (typeof text !== "string") return null;
  return { language: className.replace("language-", ""), text: text.replace(/\n$/, ""), title };
}

function Preformatted({ children }: ComponentProps<"pre">) {
  const { t } = useLingui();
  const code = codeOf(children);
  if (code === null) return <pre>{children}</pre>;
  const Table = code.language === "table" ? generatedTables[code.text] : undefined;
  if (Table !== undefined) return <Table />;
  return (
    <CodeBlock
      text={withOwnOrigin(code.text)}
      label={t`Example: ${code.title}`}
      copyLabel={t`example`}
    />
  );
}

/**
 * Both themes are in the page. The style sheet shows one, and the browser loads only that one. A picture opens in full
 * size, because its texts are small on a phone.
 */
function Picture({ src = "", alt = "", width, height }: ComponentProps<"img">) {
  const { t } = useLingui();
  const locale = currentLocale();
  const picture = (theme: "light" | "dark") => {
    const address = pictureUrl(locale, src, theme);
    return (
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        title={t`Open in full size`}
        className={styles[theme]}
      >
        <img
          src={address}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
        />
      </a>
    );
  };
  return (
    <span className={styles["picture"]}>
      {picture("light")}
      {picture("dark")}
    </span>
  );
}

function ScrolledTable({ title = "", children }: ComponentProps<"table">) {
  const { t } = useLingui();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than its frame is scrolled by keyboard
    <div className={styles["table"]} role="region" aria-label={t`Table: ${title}`} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

const Note = ({ children }: ComponentProps<"blockquote">) => <Callout>{children}</Callout>;

export const docElements = {
  a: DocLink,
  h2: Heading2,
  h3: Heading3,
  pre: Preformatted,
  img: Picture,
  table: ScrolledTable,
  blockquote: Note,
};
export type DocElements = typeof docElements;

/** Shown where a page has no text in the current language. */
export const MissingDoc = () => (
  <Callout tone="warn">
    <Trans>This page isn't available in this language.</Trans>
  </Callout>
);
