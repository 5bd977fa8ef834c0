import { Trans } from "@lingui/react/macro";
import { brand } from "../../brand.ts";

export const TermsLabel = () => (
  <Trans>
    I accept the{" "}
    <a href={brand.termsUrl} target="_blank" rel="noreferrer">
      terms
    </a>{" "}
    and the{" "}
    <a href={brand.privacyUrl} target="_blank" rel="noreferrer">
      privacy policy
    </a>
  </Trans>
);
