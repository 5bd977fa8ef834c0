import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { isSensitiveRequest } from "../lib/api/sensitive-endpoints.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { useIsShownByPage, usePageCode } from "./code-samples/page-code.ts";
import type { FormRequestPreview } from "./code-samples/request-preview.ts";
import styles from "./code-button.module.css";

const load = () => import("./code-samples/code-dialog.tsx");
const CodeDialog = lazyPart(load);

interface CodeButtonProps {
  readonly requested: () => FormRequestPreview;
  /** Name of the request in the list of the page's requests; by default its method and path. */
  readonly label?: string;
  /** `form` if the user fills in the request on the page. */
  readonly kind?: "form" | "action";
  /** Icon only, where buttons are close together. */
  readonly compact?: boolean;
}

/**
 * Shows the code sample of a request. The request is built on click, so that it has the current values. On a page it
 * renders nothing and adds the request to the button of the top bar; in a dialog it is a button of its own. A request
 * that may hold a secret is not shown.
 */
export function CodeButton({ label, kind = "action", ...props }: CodeButtonProps) {
  const { requested } = props;
  const isSecret = requested().requests.some(isSensitiveRequest);
  usePageCode(
    kind,
    () => [{ item: null, actions: [{ label: label ?? null, preview: requested() }] }],
    !isSecret,
  );
  return useIsShownByPage() || isSecret ? null : <OwnCodeButton {...props} />;
}

function OwnCodeButton({
  requested,
  compact = false,
}: Pick<CodeButtonProps, "requested" | "compact">) {
  const { t } = useLingui();
  const [shown, setShown] = useState<FormRequestPreview | null>(null);
  const ties = {
    tone: "subtle",
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
        <Button {...ties} className={styles["subtle"]}>
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
