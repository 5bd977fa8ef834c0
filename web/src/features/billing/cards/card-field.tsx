import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { type CardInput, showCardInput } from "../../../lib/browser/card-gateway.ts";
import { Button } from "../../../ui/button.tsx";
import { Callout } from "../../../ui/feedback.tsx";
import styles from "./cards.module.css";

interface CardFieldProps {
  readonly invalid: boolean;
  readonly onReady: (input: CardInput | null) => void;
  readonly onChange: (isComplete: boolean) => void;
}

/** The payment provider's card field. It is framed from the provider, so the page never sees what is typed. */
export function CardField({ invalid, onReady, onChange }: CardFieldProps) {
  const { t, i18n } = useLingui();
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const mount = (target: HTMLDivElement) => {
    let input: CardInput | null = null;
    let isGone = false;
    showCardInput(target, { locale: i18n.locale, onChange, onFocusChange: setFocus })
      .then((shown) => {
        input = shown;
        if (isGone) shown.remove();
        else onReady(shown);
      })
      .catch(() => setFailed(true));
    return () => {
      isGone = true;
      input?.remove();
      onReady(null);
    };
  };
  const [stableMount, setMount] = useState(() => mount);
  if (hasFailed)
    return (
      <Callout
        tone="warn"
        action={
          <Button
            onClick={() => {
              setFailed(false);
              setAttempt(attempt + 1);
              setMount(() => mount);
            }}
          >
            <Trans>Retry</Trans>
          </Button>
        }
      >
        <p>
          <Trans>
            The card form couldn't be loaded. Check your connection and any content blocker.
          </Trans>
        </p>
      </Callout>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of the provider's inputs in a frame
    <div
      key={attempt}
      role="group"
      aria-label={t`Card details`}
      className={styles["field"]}
      data-focus={hasFocus}
      data-invalid={invalid}
    >
      <div ref={stableMount} className={styles["frame"]} />
    </div>
  );
}
