import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import {
  type RequestPreview,
  completePreview,
} from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { setPaletteView } from "./palette-store.ts";
import { CommandDialog, CommandFooter, CommandHints } from "../../ui/command-dialog.tsx";
import { InlineCode } from "../../ui/description-list.tsx";
import { KeyCombination } from "../../ui/kbd.tsx";
import type { PaletteCommand, PaletteCommandGroup } from "./palette-command.ts";
import { useCreateCommands } from "./use-create-commands.ts";
import { matchCommands, mergeGroups } from "./rank-commands.ts";
import { usePageCommands, useWorkspaceCommands } from "./use-page-commands.tsx";
import { useDocCommands } from "./use-doc-commands.ts";
import { useSettingCommands } from "./use-setting-commands.ts";
import type { SearchState } from "./use-workspace-search.ts";
import { useRecentCommands } from "./use-recent-commands.ts";

interface PaletteFrameProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** Commands of the current page. */
  readonly here?: PaletteCommandGroup | null;
  readonly beginnings?: readonly PaletteCommand[];
  readonly finding: SearchState;
}

/** The dialog with the console's own commands and the search results. */
export function PaletteFrame({
  typed,
  onType,
  here: pageCommands = null,
  beginnings: verbs = [],
  finding: search,
}: PaletteFrameProps) {
  const { t, i18n } = useLingui();
  const own: PaletteCommandGroup[] = [
    ...(pageCommands === null ? [] : [pageCommands]),
    usePageCommands(),
    useCreateCommands(),
    useWorkspaceCommands(),
    useSettingCommands(),
    useDocCommands(),
  ];
  const recents = useRecentCommands(own);
  const selected = useRef<PaletteCommand | null>(null);

  const offered = mergeGroups([
    ...matchCommands([recents.group], typed),
    ...matchCommands([...own, { label: t`Actions`, options: verbs }], typed),
    ...search.groups,
  ]);
  const groups = deduplicate(offered);
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const problem = search.failed === null ? null : problemMessage(i18n, search.failed);

  const choose = (command: PaletteCommand): "close" | "stay" => {
    if (command.completes !== undefined) {
      onType(command.completes);
      return "stay";
    }
    recents.keep(command);
    selected.current = command;
    return "close";
  };
  const closed = () => {
    setPaletteView(null);
    // Runs after the palette has restored focus, so that a dialog or page it opens keeps the focus.
    selected.current?.run();
  };

  return (
    <CommandDialog
      label={t`Command palette`}
      placeholder={t`Go to a page, create something, or type “reboot” and a name`}
      closeLabel={t`Close`}
      value={typed}
      onChange={onType}
      groups={groups}
      busy={search.busy}
      status={<Status count={count} busy={search.busy} problem={problem} />}
      onChoose={choose}
      onClosed={closed}
      foot={(active) => {
        const isPossible = (active?.reason ?? null) === null;
        return <PaletteFooter {...(isPossible ? { cli: active?.cli, code: active?.code } : {})} />;
      }}
    />
  );
}

/** Removes commands that an earlier group already contains, such as recent ones. */
function deduplicate(groups: readonly PaletteCommandGroup[]): PaletteCommandGroup[] {
  const seen = new Set<string>();
  return groups
    .map(({ label, options }) => ({
      label,
      options: options.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ options }) => options.length > 0);
}

function Status({
  count,
  busy,
  problem,
}: {
  count: number;
  busy: boolean;
  problem: string | null;
}) {
  if (problem !== null) return problem;
  if (busy) return <Trans>Searching…</Trans>;
  if (count === 0) return <Trans>No results.</Trans>;
  return <Plural value={count} one="# result" other="# results" />;
}

function PaletteFooter({
  cli,
  code,
}: {
  cli?: string | undefined;
  code?: RequestPreview | undefined;
}) {
  const { t } = useLingui();
  return (
    <CommandFooter>
      {cli === undefined ? (
        <CommandHints>
          <span>
            <KeyCombination keys={["↑", "↓"]} /> <Trans>to navigate</Trans>
          </span>
          <span>
            <KeyCombination keys={["↵"]} /> <Trans>to run</Trans>
          </span>
          <span>
            <KeyCombination keys={["Esc"]} /> <Trans>to close</Trans>
          </span>
        </CommandHints>
      ) : (
        <>
          <InlineCode text={cli} what={t`command`} />
          {code !== undefined && <CodeButton compact requested={() => completePreview(code)} />}
        </>
      )}
    </CommandFooter>
  );
}
