import { useLingui } from "@lingui/react/macro";
import { IconButton } from "../ui/button.tsx";
import { openCodeDialog } from "./code-samples/code-dialog-store.ts";
import { readPageCode, useHasPageCode } from "./code-samples/page-code.ts";

const load = () => import("./code-samples/page-code-dialog.tsx");

/** Shows the requests of the page as code: its query, its forms and its actions. The one place for it on each page. */
export function PageCodeButton() {
  const { t } = useLingui();
  if (!useHasPageCode()) return null;
  return (
    <IconButton
      icon="code"
      label={t`Show as code`}
      aria-haspopup="dialog"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => {
        const groups = readPageCode();
        if (groups.length > 0) openCodeDialog(groups);
      }}
    />
  );
}
