/** Settings that are more relaxed in the demo than in production. */

/** Demo users have no authenticator, and all email is in one inbox. Environment variables override these settings. */
export const demoSettings = {
  BOREAL_STAFF_TWO_FACTOR: "optional",
  BOREAL_EMAIL_STEP: "never",
} as const;
export type DemoSetting = keyof typeof demoSettings;
export const isDemoSetting = (name: string): name is DemoSetting => name in demoSettings;
