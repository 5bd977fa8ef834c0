import { Trans, useLingui } from "@lingui/react/macro";
import type { Product, Region } from "#contracts/catalogue.ts";
import type { Incompatibility } from "./order-form-state.ts";
import styles from "./product-table.module.css";

interface ProductWaysProps {
  readonly product: Product;
  readonly obstacle: Incompatibility;
  /** Another region that has it; null for none. */
  readonly elsewhere: Region | null;
  readonly onChoose: (region: string) => void;
  readonly onWait: () => void;
}

/** What can be done about a product that the selected region does not have: choose another region, or wait. */
export function ProductWays({ product, obstacle, elsewhere, onChoose, onWait }: ProductWaysProps) {
  const { t } = useLingui();
  return (
    <span className={styles["ways"]}>
      {elsewhere !== null && (
        <button
          type="button"
          className={styles["elsewhere"]}
          aria-label={t`Choose in ${elsewhere.name}: ${product.name}`}
          onClick={() => onChoose(elsewhere.handle)}
        >
          <Trans>Choose in {elsewhere.name}</Trans>
        </button>
      )}
      {obstacle.code === "sold_out" && (
        <button
          type="button"
          className={styles["elsewhere"]}
          aria-label={t`Start when free: ${product.name}`}
          onClick={onWait}
        >
          <Trans>Start when free</Trans>
        </button>
      )}
    </span>
  );
}
