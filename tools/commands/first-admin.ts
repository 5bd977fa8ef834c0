/**
 * `npm run first-admin -- --email <email> --first-name <name> --last-name <name> [--locale de]`: creates the first
 * Admin and prints a link to set the password.
 */
import { parseArgs } from "node:util";
import { openDatabase } from "#api/core/db/db.ts";
import { systemClock } from "#api/core/lib/clock.ts";
import { openedHost } from "#api/core/http/host.ts";
import { migrate } from "#api/core/migrations/migrate.ts";
import { createFirstAdmin, FirstAdmin } from "#api/modules/staff-roles/first-admin.ts";
import { openCommandDatabase, runAsCommand } from "../postgres/command-database.ts";

const usage =
  "npm run first-admin -- --email <email> --first-name <name> --last-name <name> [--locale en|de]";

const option = { type: "string" } as const;

function readAdmin(): FirstAdmin {
  const { values } = parseArgs({
    options: { email: option, "first-name": option, "last-name": option, locale: option },
  });
  const admin = FirstAdmin.safeParse({
    email: values.email,
    firstName: values["first-name"],
    lastName: values["last-name"],
    locale: values.locale,
  });
  if (admin.success) return admin.data;
  const fields = admin.error.issues.map(({ path }) => path.join("."));
  throw new Error(`Missing or invalid: ${fields.join(", ")}\n${usage}`);
}

const publicUrl = ({ PUBLIC_URL: url, HOST: host, PORT: port }: NodeJS.ProcessEnv): URL =>
  new URL(url ?? `http://${openedHost(host ?? "127.0.0.1")}:${port ?? "8080"}`);

await runAsCommand(async () => {
  const admin = readAdmin();
  const database = await openCommandDatabase(process.env, { mayCreate: true });
  try {
    await migrate(database.url, { onWait: (message) => console.error(message) });
    const db = openDatabase({
      url: database.url,
      poolSize: 1,
      onError: (error) => console.error(error.message),
    });
    try {
      const { email, link, isNew } = await db.withSystemRole("staff belong to no tenant", (tx) =>
        createFirstAdmin({ publicUrl: publicUrl(process.env) }, tx, systemClock.now(), admin),
      );
      console.log(isNew ? `${email} is an Admin now.` : `${email} gets another link.`);
      console.log(`Set the password within one hour: ${link}`);
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
  }
});
