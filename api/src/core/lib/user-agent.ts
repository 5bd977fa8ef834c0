/** Name of a browser and its system that users recognize: "Firefox on Linux". */
import Bowser from "bowser";
import { joinDeviceName } from "#contracts/device-name.ts";

/** Clients can send any user agent; text that cannot be the name of a browser or a system is not shown. */
const plausibleDeviceName = /^[\p{L}\d][\p{L}\d +-]{0,39}$/u;

export function describeUserAgent(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === "") return null;
  const parser = Bowser.getParser(userAgent);
  const known = [parser.getBrowserName(), parser.getOSName()].filter((name) =>
    plausibleDeviceName.test(name),
  );
  return joinDeviceName(known);
}

export const isMobile = (userAgent: string | null): boolean =>
  userAgent !== null &&
  userAgent !== "" &&
  ["mobile", "tablet"].includes(Bowser.getParser(userAgent).getPlatformType());
