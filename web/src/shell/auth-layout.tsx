import type { ReactNode } from "react";
import { brand } from "../brand.ts";
import styles from "./auth-layout.module.css";
import { BrandLink, Footer } from "./brand-parts.tsx";

/** The form at the left, the sky it is named after at the right. */
export const AuthLayout = ({ children }: { children: ReactNode }) => (
  <div className={styles["layout"]}>
    <div className={styles["side"]}>
      <header>
        <BrandLink />
      </header>
      <main className={styles["main"]}>{children}</main>
      <Footer />
    </div>
    <div className={styles["sky"]}>
      <svg className={styles["curtain"]} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d="M-10 22C25 6 42 34 66 14S96-8 112-10V18C92 22 84 34 66 42S24 34-10 50Z" fill="#4a47a3" />
        <path d="M-10 34C22 24 44 44 68 28S96 4 112 2V22C92 30 86 44 66 52S22 48-10 60Z" fill="#2b7fb0" />
        <path d="M-10 50C24 44 44 54 68 40S96 22 112 18V30C94 36 86 52 66 58S20 60-10 68Z" fill="#1fa37a" />
        <path d="M-10 57C26 52 46 60 68 46S96 30 112 26V30C94 36 84 54 64 59S18 62-10 66Z" fill="#22b07f" />
      </svg>
      <div className={styles["words"]}>
        <p>
          {brand.taglineLines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      </div>
    </div>
  </div>
);
