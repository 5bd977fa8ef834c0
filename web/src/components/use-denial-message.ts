import { useLingui } from "@lingui/react/macro";
import type { Denial } from "#contracts/actions/actor.ts";
import { useDenialWords } from "../lib/hooks/use-words.ts";

/** Words denials. Until the sentences are loaded, one stands for all of them: most pages deny nothing at first. */
export function useDenialMessage(): (denial: Denial) => string {
  const { t, i18n } = useLingui();
  const words = useDenialWords();
  return (denial) => words()?.denialMessage(i18n, denial) ?? t`This isn't possible right now.`;
}
