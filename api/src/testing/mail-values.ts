/** Values for every mail template. */

/** Values that the server creates. */
export const serverValues = {
  link: "https://console.boreal.test/auth/verify/abc?x=1&y=2",
  freezeLink: "https://console.boreal.test/auth/freeze/abc?x=1&y=2",
  at: "2026-11-28T01:40:00.000Z",
  ip: "203.0.113.9",
  code: "402917",
  value: "US$9,000.00",
  number: "INV-2026-000077",
  invoiceNumber: "INV-2026-000041",
  amount: "US$500.00",
  spent: "US$512.30",
  percent: "83.125",
  invoice: "INV-2026-000042",
  card: "Visa •••• 4242",
  expiry: "12/2026",
};

const userValues = {
  firstName: "Ada",
  device: "Firefox on Linux",
  email: "ada@northwind.test",
  provider: "Google",
  role: "limited_team_member",
  member: "Grace Hopper",
  note: "Welcome to the team!",
  token: "continuous integration",
  webhook: "Deploy hook",
  workspace: "Northwind",
  project: "Vision",
  passkey: "Security key",
  instances: "gpu-1, gpu-2",
  reason: "project_deleted",
  limit: "monthly_spend",
  effect: "stop_instances",
  promoCode: "WELCOME-25",
  alertAction: "terminate_after_grace",
  terminated: "gpu-7",
  stopped: "metal-1",
  failure: "do_not_honor",
};

/** @param toText - replaces each text that comes from a user; the sample texts without it. */
export const mailValues = (toText?: (field: string) => string): Record<string, string> => ({
  ...serverValues,
  ...Object.fromEntries(
    Object.entries(userValues).map(([field, sample]) => [field, toText?.(field) ?? sample]),
  ),
});
