import { Suspense } from "react";
import styles from "./two-factor.module.css";
import { lazyPart } from "../../lib/browser/missing-code.ts";

const QrCodeSvg = lazyPart(() => import("./qr-code-svg.tsx"));

/** `text` as a QR code, black on white in every theme; `label` describes it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <div className={styles["qr"]}>
    <Suspense>
      <QrCodeSvg text={text} label={label} />
    </Suspense>
  </div>
);
