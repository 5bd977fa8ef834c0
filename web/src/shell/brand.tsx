import { Trans } from "@lingui/react/macro";
import { brand } from "../brand.ts";
import { serverNow } from "../lib/api/server-clock.ts";
import { PageLink } from "../lib/browser/page-link.tsx";
import { BrandLogo } from "../ui/avatar.tsx";
import styles from "./minimal-layout.module.css";

/** The logo. It is not a link on the maintenance page. */
export const BrandLink = ({ linked = true }: { linked?: boolean }) =>
  linked ? (
    <PageLink href="/" style={{ textDecoration: "none" }} aria-label={brand.name}>
      <BrandLogo />
    </PageLink>
  ) : (
    <BrandLogo />
  );

export function Footer() {
  const year = new Date(serverNow()).getFullYear();
  return (
    <footer className={styles["footer"]}>
      <span>
        © {year} {brand.company}
      </span>
      <PageLink href="/docs">
        <Trans>Documentation</Trans>
      </PageLink>
      <a href={brand.termsUrl} rel="noreferrer">
        <Trans>Terms</Trans>
      </a>
      <a href={brand.privacyUrl} rel="noreferrer">
        <Trans>Privacy</Trans>
      </a>
    </footer>
  );
}
