import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { brand } from "../brand.ts";
import { serverNow } from "../lib/api/server-clock.ts";
import { BrandLogo } from "../ui/avatar.tsx";
import styles from "./minimal-layout.module.css";

/** The logo. It is not a link on the maintenance page. */
export const BrandLink = ({ linked = true }: { linked?: boolean }) =>
  linked ? (
    <Link to="/" style={{ textDecoration: "none" }} aria-label={brand.name}>
      <BrandLogo />
    </Link>
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
      <Link to="/docs">
        <Trans>Documentation</Trans>
      </Link>
      <a href={brand.termsUrl} rel="noreferrer">
        <Trans>Terms</Trans>
      </a>
      <a href={brand.privacyUrl} rel="noreferrer">
        <Trans>Privacy</Trans>
      </a>
    </footer>
  );
}
