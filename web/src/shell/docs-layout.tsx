import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { locales } from "#contracts/locale.ts";
import { languageNames, persistLocale } from "../lib/i18n/i18n.ts";
import { currentLocale } from "../lib/i18n/page-i18n.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { BrandLink, Footer } from "./brand.tsx";
import styles from "./docs-layout.module.css";

/** The frame of the documentation for guests: language, sign-in, and the text between header and footer. */
export function DocsLayout({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className={styles["layout"]}>
      <header className={styles["header"]}>
        <span>
          <BrandLink />
        </span>
        <span role="group" aria-label={t`Language`}>
          {locales
            .filter((locale) => locale !== currentLocale())
            .map((locale) => (
              <Button
                key={locale}
                tone="subtle"
                lang={locale}
                onClick={() => void persistLocale(locale)}
              >
                {languageNames[locale]}
              </Button>
            ))}
        </span>
        <a href="/auth/login" className={buttonClass()}>
          <Trans>Sign in</Trans>
        </a>
      </header>
      <main id="main" tabIndex={-1} className={styles["main"]}>
        {children}
      </main>
      <div className={styles["footer"]}>
        <Footer />
      </div>
    </div>
  );
}
