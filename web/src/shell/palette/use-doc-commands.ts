/** Commands that open a page of the documentation, or one of its headings. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { loadDocsContents } from "../../features/docs/shared/docs-contents.ts";
import type { DocSlug } from "../../lib/docs/doc-pages.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";

/** Empty until the contents of the documentation are loaded. */
export function useDocCommands(): PaletteCommandGroup {
  const { t } = useLingui();
  const navigate = useNavigate();
  const locale = currentLocale();
  const { data: pages = [] } = useQuery({
    queryKey: ["docs.contents", locale],
    queryFn: () => loadDocsContents(locale),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Without a description: the label of the group says that they are documentation, and only titles should match.
  const toCommand = (label: string, page: DocSlug, hash?: string): PaletteCommand => ({
    id: hash === undefined ? `doc ${page}` : `doc ${page}#${hash}`,
    label,
    icon: "help",
    onlyWhenTyped: true,
    run: () =>
      void navigate({
        to: "/docs/$page",
        params: { page },
        ...(hash === undefined ? {} : { hash }),
      }),
  });
  return {
    label: t`Documentation`,
    options: pages.flatMap(({ slug, title, sections }) => [
      toCommand(title, slug),
      ...sections.map(({ id, title: heading }) => toCommand(heading, slug, id)),
    ]),
  };
}
