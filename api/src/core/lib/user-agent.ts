/** What a browser calls itself, for people to recognise: "Firefox on Linux". */
import Bowser from "bowser";

/** Whoever asks writes the user agent; what cannot be a browser's or a system's name is not shown. */
const plausibleDeviceName = /^[\p{L}\d][\p{L}\d +-]{0,39}$/u;

export function describeUserAgent(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === "") return null;
  const parser = Bowser.getParser(userAgent);
  const known = [parser.getBrowserName(), parser.getOSName()].filter((name) =>
    plausibleDeviceName.test(name),
  );
  return known.length === 0 ? null : known.join(" on ");
}

export const isMobile = (userAgent: string | null): boolean =>
  userAgent !== null &&
  userAgent !== "" &&
  ["mobile", "tablet"].includes(Bowser.getParser(userAgent).getPlatformType());
