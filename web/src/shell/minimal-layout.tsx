import { useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { BrandLink, Footer } from "./brand.tsx";
import styles from "./minimal-layout.module.css";

/** Layout with the logo above, the company line below and one element between them. */
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
