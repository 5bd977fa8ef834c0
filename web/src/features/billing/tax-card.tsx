import { Trans, useLingui } from "@lingui/react/macro";
import type { BillingInfo, TaxPreview } from "#contracts/billing-info.ts";
import { percentOfPpm } from "#contracts/vat.ts";
import { formatCountry, formatPercent } from "../../lib/i18n/format.ts";
import { Card } from "../../ui/card.tsx";
import { DescriptionList, RelativeTime } from "../../ui/description-list.tsx";
import { Status } from "../../ui/status.tsx";
import styles from "./billing.module.css";

/** The tax of the next invoice and why, with the state of the VAT id. */
export function TaxCard({ info, tax }: { info: BillingInfo | null; tax: TaxPreview }) {
  const { i18n } = useLingui();
  const rate = formatPercent(percentOfPpm(tax.ratePpm), i18n);
  return (
    <Card title={<Trans>Tax</Trans>}>
      <DescriptionList
        pairs={[
          [<Trans key="rate">VAT on the next invoice</Trans>, <b key="value">{rate}</b>],
          ...(info === null || info.vatStatus === "none"
            ? []
            : [
                [
                  <Trans key="id">VAT ID</Trans>,
                  <div key="status" className={styles["vatStatus"]}>
                    <VatIdStatus info={info} />
                  </div>,
                ] as const,
              ]),
        ]}
      />
      <p className={styles["subtle"]}>
        <TaxReasonText tax={tax} />
      </p>
    </Card>
  );
}

function TaxReasonText({ tax: { reason, country } }: { tax: TaxPreview }) {
  const { i18n } = useLingui();
  const name = formatCountry(country ?? "", i18n.locale);
  switch (reason) {
    case "domestic":
    case "destination":
      return <Trans>The rate of {name} applies.</Trans>;
    case "reverse_charge":
      return (
        <Trans>Your VAT ID is valid, so you account for the tax yourself (reverse charge).</Trans>
      );
    case "outside_eu":
      return <Trans>There is no EU VAT for your country.</Trans>;
  }
}

function VatIdStatus({ info: { vatStatus, vatCheckedAt } }: { info: BillingInfo }) {
  const checked = vatCheckedAt === null ? null : <RelativeTime at={vatCheckedAt} />;
  switch (vatStatus) {
    case "valid":
      return (
        <Status tone="ok" shape="dot">
          <Trans>Valid, checked {checked}</Trans>
        </Status>
      );
    case "invalid":
      return (
        <Status tone="warn" shape="diamond">
          <Trans>Not registered, checked {checked}</Trans>
        </Status>
      );
    case "unavailable":
      return (
        <Status tone="busy" shape="hollow">
          <Trans>The register doesn't respond. We check again.</Trans>
        </Status>
      );
    case "unverified":
      return (
        <Status tone="busy" shape="hollow">
          <Trans>Being checked</Trans>
        </Status>
      );
    case "none":
      return null;
  }
}
