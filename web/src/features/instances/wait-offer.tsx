import { Trans, useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/feedback.tsx";
import styles from "./order.module.css";

interface WaitOfferProps {
  /** Why it can't be created now. */
  readonly reason: string;
  readonly product: Product;
  /** Another region that has it; null for none. */
  readonly elsewhere: Region | null;
  readonly onWait: () => void;
  readonly onChoose: (region: string) => void;
}

/** A product that can't be created now is not a dead end: the order can wait, or go elsewhere. */
export function WaitOffer({ reason, product, elsewhere, onWait, onChoose }: WaitOfferProps) {
  const { t } = useLingui();
  return (
    <Callout tone="warn">
      <p>
        <strong>{t`${product.name}: ${reason}`}</strong>
      </p>
      <p>
        <Trans>
          The order can wait and start by itself when enough is free. Nothing is billed meanwhile.
        </Trans>
      </p>
      <p className={styles["offers"]}>
        <Button onClick={onWait}>
          <Trans>Wait for it</Trans>
        </Button>
        {elsewhere !== null && (
          <Button onClick={() => onChoose(elsewhere.handle)}>
            <Trans>Choose in {elsewhere.name}</Trans>
          </Button>
        )}
      </p>
    </Callout>
  );
}
