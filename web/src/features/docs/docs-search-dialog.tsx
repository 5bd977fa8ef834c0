/** Searches the documentation while the user types. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import MiniSearch from "minisearch";
import { useRef, useState } from "react";
import type { Locale } from "#contracts/locale.ts";
import { loadPart } from "../../lib/browser/missing-code.ts";
import { parseDocTarget } from "../../lib/docs/doc-pages.ts";
import { currentLocale } from "../../lib/i18n/page-i18n.ts";
import {
  CommandDialog,
  CommandFooter,
  type CommandGroup,
  CommandHints,
  type CommandOption,
} from "../../ui/command-dialog.tsx";
import { KeyCombination } from "../../ui/kbd.tsx";
import { type DocResult, type SearchedSection, searchDocs, searchOptions } from "./search-docs.ts";

const files: Readonly<Record<Locale, () => Promise<{ default: string }>>> = {
  en: () => import("virtual:docs/search/en"),
  de: () => import("virtual:docs/search/de"),
};

const loadIndex = async (locale: Locale): Promise<MiniSearch<SearchedSection>> =>
  MiniSearch.loadJSON((await loadPart(files[locale])).default, searchOptions(locale));

/** The index of the current language, loaded once. */
function useIndex(): MiniSearch<SearchedSection> | undefined {
  const locale = currentLocale();
  return useQuery({
    queryKey: ["docs.search", locale],
    queryFn: () => loadIndex(locale),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  }).data;
}

const groupByPage = (results: readonly DocResult[]): CommandGroup<CommandOption>[] =>
  [...Map.groupBy(results, ({ page }) => page)].map(([page, sections]) => ({
    label: page,
    options: sections.map(({ id, title, excerpt }) => ({
      id,
      label: title,
      description: excerpt === "" ? null : excerpt,
      icon: "help",
    })),
  }));

export default function DocsSearchDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const index = useIndex();
  const selected = useRef<string | null>(null);
  const results = index === undefined ? [] : searchDocs(index, typed);
  const closed = () => {
    onClosed();
    // After the dialog has restored the focus, so that the heading keeps it.
    const target = parseDocTarget(selected.current ?? "");
    if (target === null) return;
    const { page, hash } = target;
    void navigate({ to: "/docs/$page", params: { page }, ...(hash === "" ? {} : { hash }) });
  };
  return (
    <CommandDialog
      label={t`Search documentation`}
      placeholder={t`Search documentation`}
      closeLabel={t`Close`}
      value={typed}
      onChange={setTyped}
      groups={groupByPage(results)}
      busy={index === undefined}
      status={<Status typed={typed} busy={index === undefined} count={results.length} />}
      onChoose={({ id }) => {
        selected.current = id;
        return "close";
      }}
      onClosed={closed}
      foot={() => (
        <CommandFooter>
          <CommandHints>
            <span>
              <KeyCombination keys={["↑", "↓"]} /> <Trans>to navigate</Trans>
            </span>
            <span>
              <KeyCombination keys={["↵"]} /> <Trans>to open</Trans>
            </span>
            <span>
              <KeyCombination keys={["Esc"]} /> <Trans>to close</Trans>
            </span>
          </CommandHints>
        </CommandFooter>
      )}
    />
  );
}

function Status({ typed, busy, count }: { typed: string; busy: boolean; count: number }) {
  if (typed.trim() === "") return <Trans>Type a word, such as “SSH key” or “billing”.</Trans>;
  if (busy) return <Trans>Searching…</Trans>;
  if (count === 0) return <Trans>No results.</Trans>;
  return <Plural value={count} one="# result" other="# results" />;
}
