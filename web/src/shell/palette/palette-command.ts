import type { RequestPreview } from "../../components/code-samples/request-preview.ts";
import type { CommandGroup, CommandOption } from "../../ui/command-dialog.tsx";

/** A command of the palette: opens a page or runs an action. */
export interface PaletteCommand extends CommandOption {
  /** Additional search terms beside name and context. */
  readonly keywords?: string;
  /** The CLI line that does the same. */
  readonly cli?: string;
  /** The request it sends. */
  readonly code?: RequestPreview;
  /** Completes the text in the field instead of running; the palette stays open. */
  readonly completes?: string;
  /** Hidden while the field is empty. */
  readonly onlyWhenTyped?: boolean;
  /** Not added to the recent commands. */
  readonly passing?: boolean;
  /** Name in the recent commands, when it differs from the label. */
  readonly recentName?: string;
  readonly run: () => void;
}

export type PaletteCommandGroup = CommandGroup<PaletteCommand>;
