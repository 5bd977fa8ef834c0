import type { RequestPreview } from "../../components/code-samples/request-preview.ts";
import type { CommandGroup, CommandOption } from "../../ui/command-dialog.tsx";

/** Something the palette can open or run. */
export interface PaletteCommand extends CommandOption {
  /** By which it is found too, beside its name and context. */
  readonly keywords?: string;
  /** The line that does the same from a shell. */
  readonly cli?: string;
  /** The request it makes. */
  readonly code?: RequestPreview;
  /** Fills in the field instead of running anything: the palette stays. */
  readonly completes?: string;
  /** Left out while nothing is typed. */
  readonly onlyWhenTyped?: boolean;
  /** Not worth coming back to. */
  readonly passing?: boolean;
  /** How it is remembered, where its label says more than a name. */
  readonly recentName?: string;
  readonly run: () => void;
}

export type PaletteCommandGroup = CommandGroup<PaletteCommand>;
