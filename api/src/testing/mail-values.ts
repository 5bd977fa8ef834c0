/** Values for every mail template. */

/** What the server makes. */
export const serverValues = {
  link: "https://console.boreal.test/auth/verify/abc?x=1&y=2",
  freezeLink: "https://console.boreal.test/auth/freeze/abc?x=1&y=2",
  at: "2026-11-28T01:40:00.000Z",
  ip: "203.0.113.9",
  code: "402917",
};

const writtenByUsers = {
  firstName: "Ada",
  device: "Firefox on Linux",
  email: "ada@northwind.test",
  provider: "Google",
  role: "limited_team_member",
  member: "Grace Hopper",
  note: "Welcome to the team!",
  token: "continuous integration",
  workspace: "Northwind",
  passkey: "Security key",
};

/** @param toText - replaces each text that a user wrote; the sample texts without it. */
export const mailValues = (toText?: (field: string) => string): Record<string, string> => ({
  ...serverValues,
  ...Object.fromEntries(
    Object.entries(writtenByUsers).map(([field, sample]) => [field, toText?.(field) ?? sample]),
  ),
});
