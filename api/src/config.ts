/** Everything the environment may say, read once at the start and nowhere else. */
import { z } from "zod";
import {
  minimumPasswordCost,
  defaultPasswordCost,
} from "./modules/auth/passwords/password-cost.ts";
import { listenHost, openedHost } from "./core/http/host.ts";
import { usualStreamLimits } from "./core/http/streams.ts";

const Region = z.object({
  authUrl: z.url(),
  username: z.string(),
  password: z.string(),
  projectName: z.string(),
  userDomainName: z.string().default("Default"),
  projectDomainName: z.string().default("Default"),
  regionName: z.string(),
  networkName: z.string().exactOptional(),
  externalNetworkName: z.string().exactOptional(),
  interface: z.enum(["public", "internal", "admin"]).default("public"),
});

/** https, or http to the own machine, where a stand-in answers. */
const providerUrl = z
  .url()
  .refine(
    (text) => /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/.test(`${text}/`),
    "https is needed",
  );

/** Accounts elsewhere with which people may sign in; those not named are not offered. */
const SignInSchema = z.strictObject({
  google: z
    .strictObject({
      issuer: providerUrl.default("https://accounts.google.com"),
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
    })
    .exactOptional(),
  github: z
    .strictObject({
      baseUrl: providerUrl.default("https://github.com"),
      apiUrl: providerUrl.default("https://api.github.com"),
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
    })
    .exactOptional(),
});
export type SignInConfig = z.infer<typeof SignInSchema>;

const jsonFromText = <T extends z.ZodType>(shape: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        const parsed: unknown = JSON.parse(text);
        return parsed;
      } catch {
        context.addIssue({ code: "custom", message: "Not JSON" });
        return z.NEVER;
      }
    })
    .pipe(shape);

const Environment = z.object({
  PORT: z.coerce.number().int().default(8080),
  HOST: z.string().default("127.0.0.1").transform(listenHost),
  /** The owner of the tables; the server works as boreal_app and boreal_system, which are granted to it. */
  DATABASE_URL: z.string(),
  /** Address people open; links in mails begin with it. */
  PUBLIC_URL: z.url().optional(),
  /** Other origins whose console may call this API, comma separated. */
  CONSOLE_ORIGINS: z.string().default(""),
  /** Where the console that this server hands out finds its API, when that is another host; empty on one origin. */
  API_URL: z
    .literal("")
    .or(z.url({ protocol: /^https?$/ }))
    .default(""),
  /** Parent domain of the cookies the console reads, where console and API are sibling hosts. */
  COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i, "A host name, such as example.org")
    .optional(),
  SMTP_URL: z.string(),
  MAIL_FROM: z.string().default("Boreal <console@boreal.example>"),
  /** 32 random bytes in base64; every key is derived from it. */
  BOREAL_SECRET: z
    .base64()
    .refine((text) => Buffer.from(text, "base64").length >= 32, "32 bytes or more"),
  /** What a password's hash costs; who signs in next gets one of the new cost. */
  PASSWORD_HASH_MEMORY_KIB: z.coerce.number().int().min(minimumPasswordCost.memoryKib).optional(),
  PASSWORD_HASH_PASSES: z.coerce.number().int().min(minimumPasswordCost.iterations).optional(),
  BOREAL_REGIONS: jsonFromText(z.record(z.string(), Region)).default({}),
  BOREAL_SIGN_IN: jsonFromText(SignInSchema).default({}),
  BOREAL_DEMO: z.enum(["0", "1"]).default("0"),
  TRUSTED_PROXIES: z.string().default(""),
  /** Holds the built console: `dist/` and `earlier/`, as web/ does. */
  CONSOLE_FOLDER: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** When the mail's code is asked for at a sign-in without a second factor. */
  BOREAL_EMAIL_STEP: z.enum(["new-device", "always", "never"]).default("new-device"),
  /** Whether staff without a second factor are kept out of the staff area. */
  BOREAL_STAFF_TWO_FACTOR: z.enum(["required", "optional"]).default("required"),
  /** Requests a minute: of one session, and of one network without. */
  REQUESTS_PER_SESSION: z.coerce.number().int().min(1).default(600),
  REQUESTS_PER_NETWORK: z.coerce.number().int().min(1).default(120),
  /** Open event streams at once: of one session, of one person, of one process. */
  STREAMS_PER_SESSION: z.coerce.number().int().min(1).default(usualStreamLimits.session),
  STREAMS_PER_PERSON: z.coerce.number().int().min(1).default(usualStreamLimits.person),
  STREAMS_PER_PROCESS: z.coerce.number().int().min(1).default(usualStreamLimits.process),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** On the file system PostgreSQL writes to, where that is on this machine: for the figures of how full it is. */
  DATABASE_FOLDER: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(16),
});

const parseCommaSeparated = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const demoRateLimitFactor = 100;

/** On the own machine the same server is opened by its number too; passkeys only work by the name. */
const allowedOrigins = (publicUrl: URL): string[] =>
  publicUrl.hostname === "localhost"
    ? [publicUrl.origin, publicUrl.origin.replace("localhost", "127.0.0.1")]
    : [publicUrl.origin];

export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const given = Environment.parse(environment);
  const publicUrl = new URL(given.PUBLIC_URL ?? `http://${openedHost(given.HOST)}:${given.PORT}`);
  const isDemo = given.BOREAL_DEMO === "1";
  // The demo holds nothing that a slower hash would protect.
  const usualCost = isDemo ? minimumPasswordCost : defaultPasswordCost;
  return {
    host: given.HOST,
    port: given.PORT,
    databaseUrl: given.DATABASE_URL,
    databaseFolder: given.DATABASE_FOLDER ?? null,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    publicUrl,
    /** Cookies that only HTTPS carries; off for plain http on the own machine alone. */
    secureCookies: publicUrl.protocol === "https:",
    consoleOrigins: [...allowedOrigins(publicUrl), ...parseCommaSeparated(given.CONSOLE_ORIGINS)],
    apiOrigin: given.API_URL === "" ? null : new URL(given.API_URL).origin,
    cookieDomain: given.COOKIE_DOMAIN ?? null,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    secret: Buffer.from(given.BOREAL_SECRET, "base64"),
    passwordCost: {
      memoryKib: given.PASSWORD_HASH_MEMORY_KIB ?? usualCost.memoryKib,
      iterations: given.PASSWORD_HASH_PASSES ?? usualCost.iterations,
    },
    regions: given.BOREAL_REGIONS,
    signIn: given.BOREAL_SIGN_IN,
    demo: isDemo,
    trustedProxies: parseCommaSeparated(given.TRUSTED_PROXIES),
    consoleFolder: given.CONSOLE_FOLDER ?? null,
    metricsToken: given.METRICS_TOKEN ?? null,
    emailStep: given.BOREAL_EMAIL_STEP,
    staffNeedTwoFactor: given.BOREAL_STAFF_TWO_FACTOR === "required",
    requestBudgets: {
      session: given.REQUESTS_PER_SESSION,
      // The demo's visitors share one address.
      anonymous: given.REQUESTS_PER_NETWORK * (isDemo ? demoRateLimitFactor : 1),
    },
    streamLimits: {
      session: given.STREAMS_PER_SESSION,
      person: given.STREAMS_PER_PERSON,
      process: given.STREAMS_PER_PROCESS,
    },
    logLevel: given.LOG_LEVEL,
  };
}

export type EmailOtpPolicy = Config["emailStep"];
export type Config = ReturnType<typeof readConfig>;
