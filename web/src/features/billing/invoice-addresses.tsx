import { Trans, useLingui } from "@lingui/react/macro";
import type { Invoice } from "#contracts/invoices.ts";
import { formatCountry } from "../../lib/i18n/format.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./billing.module.css";

/** Buyer and seller as they were when the document was issued. */
export function InvoiceAddresses({ invoice: { buyer, seller } }: { invoice: Invoice }) {
  const { i18n } = useLingui();
  const country = (code: string) => formatCountry(code, i18n.locale);
  return (
    <>
      {buyer !== null && (
        <Card title={<Trans>Issued to</Trans>}>
          <Address
            lines={[
              buyer.company,
              buyer.name,
              buyer.addressLine1,
              buyer.addressLine2,
              [buyer.postalCode, buyer.city].filter((part) => part !== null).join(" "),
              buyer.region,
              country(buyer.country),
              buyer.vatId,
            ]}
          />
          {buyer.orderNumber !== null && (
            <p className={styles["subtle"]}>
              <OrderNumber number={buyer.orderNumber} />
            </p>
          )}
        </Card>
      )}
      <Card title={<Trans>Issued by</Trans>}>
        <Address
          lines={[
            seller.name,
            ...seller.address,
            country(seller.country),
            seller.vatId,
            seller.registration,
          ]}
        />
      </Card>
    </>
  );
}

const OrderNumber = ({ number }: { number: string }) => <Trans>Order number {number}</Trans>;

const Address = ({ lines }: { lines: readonly (string | null)[] }) => (
  <address className={styles["address"]} translate="no">
    {lines
      .filter((line) => line !== null && line !== "")
      .map((line) => (
        <span key={line}>{line}</span>
      ))}
  </address>
);
