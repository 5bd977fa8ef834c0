import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { brand } from "../brand.ts";
import { markInteractive } from "../lib/browser/page-scope.ts";
import { useOnMount } from "../lib/hooks/use-on-mount.ts";
import { useCurrentTitle } from "../lib/hooks/use-page-title.ts";
import styles from "./auth-layout.module.css";
import { AuthSteps } from "../features/auth/shared/auth-steps.tsx";
import { BrandLink, Footer } from "./brand.tsx";

/** Announces each step; after a full page load the browser announces the title. */
const RouteAnnouncer = () => (
  <p className="visually-hidden" role="status">
    {useCurrentTitle()}
  </p>
);

/** The form on the left, an illustration on the right. */
export function AuthLayout({ children }: { children: ReactNode }) {
  useOnMount(markInteractive);
  return (
    <div className={styles["layout"]}>
      <div className={styles["brandPanel"]}>
        <header>
          <BrandLink />
        </header>
        <main className={styles["main"]}>
          <AuthSteps />
          {children}
        </main>
        <RouteAnnouncer />
        <Footer />
      </div>
      <aside className={styles["illustration"]} aria-label={brand.name}>
        <svg
          className={styles["gradientOverlay"]}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            d="M-10 31C24 22 40 40 64 24S92 0 112 -6V10C94 18 82 30 64 40S22 38-10 50Z"
            fill="#3d3f8f"
          />
          <path
            d="M-10 40C24 34 42 48 66 33S96 10 112 5V22C94 30 84 44 64 50S22 50-10 60Z"
            fill="#256d9c"
          />
          <path
            d="M-10 53C26 46 46 56 68 43S96 24 112 20V31C94 38 84 52 64 58S20 60-10 68Z"
            fill="#1f9a72"
          />
          <path
            d="M-10 59C26 54 46 61 68 49S98 32 112 28V31C94 40 84 55 64 60S18 63-10 66Z"
            fill="#25b583"
          />
        </svg>
        <div className={styles["claim"]}>
          <p>
            {brand.taglineLines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
          <small>
            <Trans>
              Accelerated computing on hydro, wind, and geothermal power, with energy figures for
              every instance.
            </Trans>
          </small>
        </div>
      </aside>
    </div>
  );
}
