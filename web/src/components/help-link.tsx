/** Links from a page to its documentation, as its feature declares it (`help` in features/<name>/declaration.ts). */
import { useLingui } from "@lingui/react/macro";
import { Link, useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { trimTrailing } from "#contracts/text.ts";
import { type DocTarget, parseDocTarget } from "../lib/docs/doc-pages.ts";
import type { PageHelp } from "../lib/features/feature-declaration.ts";
import { helpByPage } from "../lib/features/feature-registry.ts";
import { iconButtonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";

/** The documentation of the current page; undefined for a page that declares none. */
function usePageHelp(): PageHelp | undefined {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? "" });
  return helpByPage.get(trimTrailing(path, "/"));
}

const linkTo = (target: DocTarget) => {
  const parsed = parseDocTarget(target);
  return parsed === null
    ? ({ to: "/docs" } as const)
    : ({
        to: "/docs/$page",
        params: { page: parsed.page },
        ...(parsed.hash === "" ? {} : { hash: parsed.hash }),
      } as const);
};

/** The question mark of the top bar. It opens a new tab, so that a form being filled in stays open. */
export function HelpLink() {
  const { t } = useLingui();
  const help = usePageHelp();
  if (help === undefined) return null;
  return (
    <Link
      {...linkTo(help.target)}
      target="_blank"
      className={iconButtonClass}
      aria-label={t`Help for this page (opens in a new tab)`}
      title={t`Help for this page`}
    >
      <Icon name="help" />
    </Link>
  );
}

/**
 * The link of an empty state to its documentation: that of the page, or `target` for a part of the page. Not in the
 * staff area, as the documentation is for customers.
 */
export function LearnLink({ target, children }: { target?: DocTarget; children?: ReactNode }) {
  const { t, i18n } = useLingui();
  const help = usePageHelp();
  const isStaffArea = useMatches({
    select: (matches) => matches.at(-1)?.fullPath.startsWith("/admin") ?? false,
  });
  if (help === undefined || isStaffArea) return null;
  return (
    <Link {...linkTo(target ?? help.target)}>
      {children ?? (help.learn === undefined ? t`Learn more` : i18n._(help.learn))}
    </Link>
  );
}
