import { Outlet } from "@tanstack/react-router";
import { useCurrentTitle } from "../lib/hooks/use-page-title.ts";
import styles from "../features/onboarding/shared/onboarding.module.css";
import { BrandLink, Footer } from "./brand.tsx";

/** Announces each step to screen readers. */
const RouteAnnouncer = () => (
  <p className="visually-hidden" role="status">
    {useCurrentTitle()}
  </p>
);

/** Layout of the onboarding steps: logo, content and footer only. */
export const OnboardingLayout = () => (
  <div className={styles["layout"]}>
    <header>
      <BrandLink />
    </header>
    <main className={styles["main"]}>
      <Outlet />
    </main>
    <RouteAnnouncer />
    <Footer />
  </div>
);
