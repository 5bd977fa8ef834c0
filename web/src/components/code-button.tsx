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
 * Shows the code sample of a request. The request is built on click, so that it has the current values.
 * Renders nothing for a request that may hold a secret.
 */
export function CodeButton({
  requested,
  tone = "subtle",
  compact = false,
}: {
  requested: () => FormRequestPreview;
  tone?: ButtonTone;
  /** Icon only, where buttons are close together. */
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
        <Button {...ties} className={tone === "subtle" ? styles["subtle"] : undefined}>
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
