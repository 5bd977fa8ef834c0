import { useLingui } from "@lingui/react/macro";
import { toast } from "./toast.ts";

/** Copies a text; returns false and shows a toast when the browser denies it. */
export function useCopy(): (text: string) => Promise<boolean> {
  const { t } = useLingui();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission denied, or no clipboard on a page without HTTPS.
      void toast({
        tone: "danger",
        title: t`The browser did not allow copying`,
        text: t`Select the text and copy it yourself.`,
      });
      return false;
    }
  };
}
