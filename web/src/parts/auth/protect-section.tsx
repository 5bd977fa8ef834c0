import { Trans } from "@lingui/react/macro";
import { Suspense, useId } from "react";
import { authStyles as styles } from "../../shell/auth-form.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Bone } from "../../ui/notices.tsx";
import type { ProtectAccount } from "./protect-account.tsx";
import { lazyPart } from "../../lib/missing-code.ts";

const Inside = lazyPart(() =>
  import("./protect-account.tsx").then(({ ProtectAccount }) => ({ default: ProtectAccount })),
);

interface ProtectSectionProps extends React.ComponentProps<typeof ProtectAccount> {
  readonly isOpen: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** Opened by whoever wants it; its drawing and its secret come with the opening. */
export function ProtectSection({ isOpen, onOpen, ...inside }: ProtectSectionProps) {
  const id = useId();
  return (
    <div className={styles["protect"]}>
      <button
        type="button"
        className={styles["opener"]}
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
      <div id={id} className={styles["inside"]} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Bone height={128} />}>
            <Inside {...inside} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
