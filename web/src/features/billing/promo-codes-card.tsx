import { Trans, useLingui } from "@lingui/react/macro";
import type { PromoGrant } from "#contracts/promo-codes.ts";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import styles from "./billing.module.css";
import { usePromoBenefit, useValidUntil } from "./promo-texts.ts";

/** Codes that reduce the next invoices, in the order in which they are used; nothing without one. */
export function PromoCodesCard({ promos }: { promos: readonly PromoGrant[] }) {
  const { t } = useLingui();
  if (promos.length === 0) return null;
  return (
    <Card title={t`Promo codes`}>
      <DescriptionList
        pairs={promos.map((promo) => [
          <span key={promo.id} translate="no">
            {promo.code}
          </span>,
          <PromoValue key={promo.id} promo={promo} />,
        ])}
      />
    </Card>
  );
}

function PromoValue({ promo }: { promo: PromoGrant }) {
  const benefit = usePromoBenefit()(promo);
  const validUntil = useValidUntil()(promo);
  return (
    <>
      <div>{promo.remaining === null ? benefit : <Trans>{benefit} left</Trans>}</div>
      {validUntil !== null && <div className={styles["note"]}>{validUntil}</div>}
    </>
  );
}
