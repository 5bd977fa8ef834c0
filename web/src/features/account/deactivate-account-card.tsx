import { Trans } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import styles from "./account.module.css";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const loadDialog = () => import("./deactivate-account-dialog.tsx");
const DeactivateAccountDialog = lazyPart(loadDialog);

export function DeactivateAccountCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title={<Trans>Deactivate account</Trans>}>
      <div className={styles["section"]}>
        <p className={styles["subtle"]}>
          <Trans>
            Deactivating immediately ends all your sessions and access tokens. Support can restore
            your account.
          </Trans>
        </p>
        <Button
          tone="danger"
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setIsOpen(true)}
        >
          <Trans>Deactivate account</Trans>
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <DeactivateAccountDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
