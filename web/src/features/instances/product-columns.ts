import { useLingui } from "@lingui/react/macro";
import type { Product } from "#contracts/catalogue.ts";
import { formatGigabytes, formatHourlyRate, formatMonthlyRate } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import type { ProductSortKey } from "./product-table-state.ts";

interface ProductColumn {
  readonly key: ProductSortKey;
  readonly header: string;
  readonly cell: (product: Product) => string;
}

/** The columns that are compared, in order; the first one is the product's name. */
export function useProductColumns(): readonly ProductColumn[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const gigabytes = (size: number) => formatGigabytes(size, localeSettings);
  return [
    { key: "gpus", header: t`GPUs`, cell: ({ name }) => name },
    {
      key: "vram",
      header: t`VRAM`,
      cell: ({ vramGb }) => (vramGb === 0 ? "–" : gigabytes(vramGb)),
    },
    { key: "vcpu", header: t`vCPU`, cell: ({ vcpu }) => String(vcpu) },
    { key: "memory", header: t`Memory`, cell: ({ memoryGb }) => gigabytes(memoryGb) },
    { key: "disk", header: t`Disk`, cell: ({ diskGb }) => gigabytes(diskGb) },
    {
      key: "hour",
      header: t`Per hour`,
      cell: ({ rateMicrosPerHour }) => formatHourlyRate(rateMicrosPerHour),
    },
    {
      key: "month",
      header: t`Per month`,
      cell: ({ rateMicrosPerHour }) => formatMonthlyRate(rateMicrosPerHour),
    },
  ];
}

/** The size of a product in one line, and its price, as the description of its radio button. */
export function useProductSummary(): (product: Product) => { size: string; price: string } {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  return (product) => {
    const vram = formatGigabytes(product.vramGb, localeSettings);
    const memory = formatGigabytes(product.memoryGb, localeSettings);
    const disk = formatGigabytes(product.diskGb, localeSettings);
    const { vcpu } = product;
    return {
      size:
        product.gpuCount > 0
          ? t`${vram} VRAM, ${vcpu} vCPU, ${memory} RAM, ${disk} disk`
          : t`${memory} RAM, ${disk} disk`,
      price: t`${formatHourlyRate(product.rateMicrosPerHour)}/hour`,
    };
  };
}
