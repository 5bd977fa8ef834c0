import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { type Requested, whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { wordProblem } from "../../lib/wording.ts";
import { showPalette } from "../../shell/palette-shown.ts";
import { CommandDialog, CommandFoot, CommandHints } from "../../ui/command-dialog.tsx";
import { CodeLine } from "../../ui/facts.tsx";
import { Keys } from "../../ui/kbd.tsx";
import type { Command, Commands } from "./command.ts";
import { useCreateCommands } from "./create-commands.ts";
import { matching, merged } from "./matching.ts";
import { usePageCommands, useWorkspaceCommands } from "./page-commands.tsx";
import { useSettingCommands } from "./setting-commands.ts";
import type { Finding } from "./use-found.ts";
import { useRecents } from "./use-recents.ts";

interface PaletteFrameProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** What belongs to the page that is open. */
  readonly here?: Commands | null;
  readonly beginnings?: readonly Command[];
  readonly finding: Finding;
}

/** What the console itself offers, around what was found. */
export function PaletteFrame({
  typed,
  onType,
  here = null,
  beginnings = [],
  finding,
}: PaletteFrameProps) {
  const { t, i18n } = useLingui();
  const own: Commands[] = [
    ...(here === null ? [] : [here]),
    usePageCommands(),
    useCreateCommands(),
    useWorkspaceCommands(),
    useSettingCommands(),
  ];
  const recents = useRecents(own);
  const chosen = useRef<Command | null>(null);

  const offered = merged([
    ...matching([recents.group], typed),
    ...matching([...own, { label: t`Actions`, options: beginnings }], typed),
    ...finding.groups,
  ]);
  const groups = withoutRepeats(offered);
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const problem = finding.failed === null ? null : wordProblem(i18n, finding.failed);

  const choose = (command: Command): "close" | "stay" => {
    if (command.completes !== undefined) {
      onType(command.completes);
      return "stay";
    }
    recents.keep(command);
    chosen.current = command;
    return "close";
  };
  const closed = () => {
    showPalette(null);
    // A dialog or page that it opens takes the focus from where the palette has put it back.
    chosen.current?.run();
  };

  return (
    <CommandDialog
      label={t`Command palette`}
      placeholder={t`Go to a page, create something, or type “reboot” and a name`}
      closeLabel={t`Close`}
      value={typed}
      onChange={onType}
      groups={groups}
      busy={finding.busy}
      status={<Status count={count} busy={finding.busy} problem={problem} />}
      onChoose={choose}
      onClosed={closed}
      foot={(active) => {
        const isPossible = (active?.reason ?? null) === null;
        return <Foot {...(isPossible ? { cli: active?.cli, code: active?.code } : {})} />;
      }}
    />
  );
}

/** A recent one is not told again further down. */
function withoutRepeats(groups: readonly Commands[]): Commands[] {
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

function Foot({ cli, code }: { cli?: string | undefined; code?: Requested | undefined }) {
  const { t } = useLingui();
  return (
    <CommandFoot>
      {cli === undefined ? (
        <CommandHints>
          <span>
            <Keys keys={["↑", "↓"]} /> <Trans>to navigate</Trans>
          </span>
          <span>
            <Keys keys={["↵"]} /> <Trans>to run</Trans>
          </span>
          <span>
            <Keys keys={["Esc"]} /> <Trans>to close</Trans>
          </span>
        </CommandHints>
      ) : (
        <>
          <CodeLine text={cli} what={t`command`} />
          {code !== undefined && <ShowCode compact requested={() => whole(code)} />}
        </>
      )}
    </CommandFoot>
  );
}
