import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { isSensitiveRequest } from "../lib/api/sensitive-endpoints.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { Button, type ButtonTone, IconButton } from "../ui/button.tsx";
import type { FormRequestPreview } from "./code-samples/request-preview.ts";
import styles from "./code-button.module.css";

const load = () => import("./code-samples/code-dialog.tsx");
const CodeDialog = lazyPart(load);

/**
 * Shows what is about to be sent as code; asked for at the press, so that it is what stands there then.
 * Nothing where what would be sent is nobody's to read.
 */
export function CodeButton({
  requested,
  tone = "quiet",
  compact = false,
}: {
  requested: () => FormRequestPreview;
  tone?: ButtonTone;
  /** Without words, where buttons stand close together. */
  compact?: boolean;
}) {
  const { t } = useLingui();
  const [shown, setShown] = useState<FormRequestPreview | null>(null);
  if (requested().requests.some(isSensitiveRequest)) return null;
  const ties = {
    tone,
    icon: "code",
    "aria-haspopup": "dialog",
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setShown(requested()),
  } as const;
  return (
    <>
      {compact ? (
        <IconButton {...ties} data-compact="" label={t`Show as code`} />
      ) : (
        <Button {...ties} className={tone === "quiet" ? styles["subtle"] : undefined}>
          {t`Show as code`}
        </Button>
      )}
      {shown !== null && (
        <Suspense>
          <CodeDialog preview={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
