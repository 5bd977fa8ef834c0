import { Trans } from "@lingui/react/macro";
import { Suspense, useId } from "react";
import { authStyles as styles } from "./shared/auth-form.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import type { EnableTwoFactor } from "./enable-two-factor.tsx";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const LazyEnableTwoFactor = lazyPart(() =>
  import("./enable-two-factor.tsx").then(({ EnableTwoFactor }) => ({ default: EnableTwoFactor })),
);

interface EnableTwoFactorSectionProps extends React.ComponentProps<typeof EnableTwoFactor> {
  readonly isOpen: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Expandable section of the sign-up form; its content loads when it is opened. */
export function EnableTwoFactorSection({ isOpen, onOpen, ...inside }: EnableTwoFactorSectionProps) {
  const id = useId();
  return (
    <div className={styles["twoFactor"]}>
      <button
        type="button"
        className={styles["toggle"]}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpen(!isOpen)}
      >
        <span>
          <Trans>
            Set up two-factor authentication <small>(optional)</small>
          </Trans>
        </span>
        <Icon name={isOpen ? "up" : "down"} />
      </button>
      <div id={id} className={styles["content"]} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton height={128} />}>
            <LazyEnableTwoFactor {...inside} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
