import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { Button, type ButtonTone } from "../ui/button.tsx";
import type { RequestedByForm } from "./code/requested.ts";
import styles from "./show-code.module.css";

const load = () => import("./code/code-dialog.tsx");
const CodeDialog = lazy(load);

/** Shows what is about to be sent as code; asked for at the press, so that it is what stands there then. */
export function ShowCode({
  requested,
  tone = "quiet",
}: {
  requested: () => RequestedByForm;
  tone?: ButtonTone;
}) {
  const [shown, setShown] = useState<RequestedByForm | null>(null);
  return (
    <>
      <Button
        tone={tone}
        className={tone === "quiet" ? styles["quiet"] : undefined}
        icon="code"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setShown(requested())}
      >
        <Trans>Show as code</Trans>
      </Button>
      {shown !== null && (
        <Suspense>
          <CodeDialog requested={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
