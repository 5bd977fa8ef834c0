/** Commands that open a page of the documentation, or one of its headings. */
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { loadDocsContents } from "../../features/docs/shared/docs-contents.ts";
import { currentLocale } from "../../lib/i18n/i18n.ts";
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
  const options = pages.flatMap(({ slug, title, sections }): PaletteCommand[] => [
    {
      id: `doc ${slug}`,
      label: title,
      description: t`Documentation`,
      icon: "help",
      onlyWhenTyped: true,
      run: () => void navigate({ to: "/docs/$page", params: { page: slug } }),
    },
    ...sections.map(
      ({ id, title: heading }): PaletteCommand => ({
        id: `doc ${slug}#${id}`,
        label: heading,
        description: `${t`Documentation`} · ${title}`,
        icon: "help",
        onlyWhenTyped: true,
        run: () => void navigate({ to: "/docs/$page", params: { page: slug }, hash: id }),
      }),
    ),
  ]);
  return { label: t`Documentation`, options };
}
