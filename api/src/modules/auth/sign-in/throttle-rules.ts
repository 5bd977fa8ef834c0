/** Throttle rules of sign-in, registration and account endpoints. */
import { networkOf, siteOf } from "../../../core/lib/addresses.ts";
import type { Throttle, ThrottleRule } from "../../../core/http/throttle.ts";

const minuteSeconds = 60;
const quarterHourSeconds = 900;
const hourSeconds = 3_600;
const daySeconds = 86_400;
const firstBlockSeconds = 30;
/** A /48 may hold many households. */
const ipv6SiteFactor = 10;

export const authThrottleRules = {
  loginOfAccount: {
    name: "login account",
    limit: 5,
    windowSeconds: quarterHourSeconds,
    firstBlockSeconds,
  },
  /** For known devices, so that attackers who guess do not lock out the owner. */
  loginFromDevice: {
    name: "login device",
    limit: 5,
    windowSeconds: quarterHourSeconds,
    firstBlockSeconds,
  },
  /** Counts successful sign-ins; `loginFromNetwork` counts failures. */
  loginsFromNetwork: { name: "logins network", limit: 20, windowSeconds: minuteSeconds },
  loginFromNetwork: {
    name: "login network",
    limit: 30,
    windowSeconds: quarterHourSeconds,
    firstBlockSeconds,
  },
  oauthFromNetwork: {
    name: "oauth network",
    limit: 30,
    windowSeconds: quarterHourSeconds,
    firstBlockSeconds,
  },
  secondStep: {
    name: "second step",
    limit: 10,
    windowSeconds: hourSeconds,
    firstBlockSeconds: quarterHourSeconds,
    longestBlockSeconds: quarterHourSeconds,
  },
  /** Reauthentication. */
  confirm: {
    name: "confirm",
    limit: 5,
    windowSeconds: quarterHourSeconds,
    firstBlockSeconds,
  },
  emailChange: { name: "email change", limit: 5, windowSeconds: hourSeconds },
  avatar: { name: "avatar", limit: 20, windowSeconds: hourSeconds },
  resendCode: { name: "resend code", limit: 5, windowSeconds: hourSeconds },
  secretFromNetwork: { name: "secret network", limit: 20, windowSeconds: hourSeconds },
  /** Higher, because a page may request options without user action. */
  passkeyFromNetwork: {
    name: "passkey network",
    limit: 60,
    windowSeconds: quarterHourSeconds,
    firstBlockSeconds,
  },
  registerAddress: { name: "register address", limit: 3, windowSeconds: daySeconds },
  registerFromNetwork: { name: "register network", limit: 5, windowSeconds: hourSeconds },
  resendToAddress: { name: "resend address", limit: 3, windowSeconds: hourSeconds },
  resetToAddress: { name: "reset address", limit: 3, windowSeconds: hourSeconds },
  resetFromNetwork: { name: "reset network", limit: 10, windowSeconds: hourSeconds },
  resendFromNetwork: { name: "resend network", limit: 10, windowSeconds: hourSeconds },
} as const satisfies Record<string, ThrottleRule>;

export interface NetworkThrottle {
  consumeOrThrow(rule: ThrottleRule, ip: string, now: Date): Promise<void>;
  refund(rule: ThrottleRule, ip: string): Promise<void>;
}

/**
 * Counts per IP address, and for IPv6 also per site network. Demo visitors share one IP address, so the demo
 * has higher limits.
 */
export function createNetworkThrottle(
  throttle: Throttle,
  options: { demo: boolean },
): NetworkThrottle {
  const demoFactor = 100;
  const scaledRules = (rule: ThrottleRule, ip: string): [ThrottleRule, string][] => {
    const limit = rule.limit * (options.demo ? demoFactor : 1);
    const site = siteOf(ip);
    return [
      [{ ...rule, limit }, networkOf(ip)],
      ...(site === null
        ? []
        : [
            [
              { ...rule, name: `${rule.name} site`, limit: limit * ipv6SiteFactor },
              site,
            ] satisfies [ThrottleRule, string],
          ]),
    ];
  };
  return {
    consumeOrThrow: async (rule, ip, now) => {
      for (const [scaled, subject] of scaledRules(rule, ip))
        await throttle.consumeOrThrow(scaled, subject, now);
    },
    refund: async (rule, ip) => {
      for (const [scaled, subject] of scaledRules(rule, ip)) await throttle.refund(scaled, subject);
    },
  };
}
