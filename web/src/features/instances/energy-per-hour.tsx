import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

/**
 * Energy and emissions of one hour. They are modeled, not measured, and say so. The link opens a new tab, so that an
 * order being filled in stays open.
 */
export const EnergyPerHour = ({ text }: { text: string }) => (
  <>
    {text}
    <br />
    <Link to="/docs/$page" params={{ page: "energy" }} target="_blank">
      <Trans>How it's modeled</Trans>
    </Link>
  </>
);
