import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BrandLink, Footer } from "./brand.tsx";
import styles from "./minimal-layout.module.css";

/** Logo above, company line below, one thing between them. */
export function MinimalLayout({ children }: { children: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <div className={styles["layout"]}>
      <header>
        <BrandLink linked={path !== "/423"} />
      </header>
      <main className={styles["main"]}>{children}</main>
      <Footer />
    </div>
  );
}
