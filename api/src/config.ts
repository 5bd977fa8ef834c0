/** All environment variables, read once at startup and nowhere else. */
import { z } from "zod";
import type { LimitName } from "#contracts/limit-names.ts";
import {
  minimumPasswordCost,
  defaultPasswordCost,
} from "./modules/auth/passwords/password-cost.ts";
import { Seller } from "./modules/billing/seller.ts";
import { listenHost, openedHost } from "./core/http/host.ts";
import { defaultLivenessLimits, livenessLimits } from "./core/jobs/worker-liveness.ts";
import { defaultStreamLimits } from "./core/http/streams.ts";
import type { SlotLimits } from "./ports/regions.ts";

const OpenstackConnection = z.object({
  provider: z.literal("openstack").default("openstack"),
  authUrl: z.url(),
  regionName: z.string(),
  networkName: z.string().exactOptional(),
  externalNetworkName: z.string().exactOptional(),
  securityGroups: z.array(z.string()).min(1).exactOptional(),
  configDrive: z.boolean().exactOptional(),
  interface: z.enum(["public", "internal", "admin"]).default("public"),
  /** Origins of the region's console proxies, if they are on other hosts than `authUrl`. */
  consoleOrigins: z.array(z.url({ protocol: /^https?$/ })).exactOptional(),
});
/** With an application credential, or with the password of an account. */
const Openstack = z.union([
  OpenstackConnection.extend({
    applicationCredentialId: z.string().min(1),
    applicationCredentialSecret: z.string().min(1),
  }),
  OpenstackConnection.extend({
    username: z.string(),
    password: z.string(),
    projectName: z.string(),
    userDomainName: z.string().default("Default"),
    projectDomainName: z.string().default("Default"),
  }),
]);

/** https, or http on the local host for emulators. */
const providerUrl = z
  .url()
  .refine(
    (text) => /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])/.test(`${text}/`),
    "https is required",
  );

/** A host group that erases disks must not install an image. */
const Foreman = z
  .strictObject({
    provider: z.literal("foreman"),
    url: providerUrl.transform((text) => (text.endsWith("/") ? text.slice(0, -1) : text)),
    username: z.string().min(1),
    password: z.string().min(1),
    /** Title of the host group that installs an image, by the name of the image. */
    hostGroups: z
      .record(z.string().min(1), z.string().min(1))
      .refine((groups) => Object.keys(groups).length > 0, "At least one image is required"),
    eraseHostGroup: z.string().min(1),
  })
  .refine(({ hostGroups, eraseHostGroup }) => !Object.values(hostGroups).includes(eraseHostGroup), {
    path: ["eraseHostGroup"],
    message: "It also installs an image",
  });

/** How many commands a region starts at a time, and how many of them for one workspace. */
const Slots = z
  .strictObject({ region: z.int().min(1).max(100), workspace: z.int().min(1).max(100) })
  .refine(({ region, workspace }) => workspace <= region, {
    path: ["workspace"],
    message: "It is above the slots of the region",
  }) satisfies z.ZodType<SlotLimits>;

/** The providers of a region. Fields of an OpenStack region without `compute` are those of earlier releases. */
const Region = z.preprocess(
  (region) =>
    typeof region === "object" && region !== null && "authUrl" in region
      ? { compute: region }
      : region,
  z.strictObject({
    compute: Openstack,
    bareMetal: Foreman.exactOptional(),
    slots: Slots.exactOptional(),
  }),
);

/** OAuth providers for sign-in; providers that are not configured are not offered. */
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

/** Keys of Stripe. `webhookSecrets` has two entries while the secret is rotated. */
const PaymentsSchema = z.strictObject({
  provider: z.literal("stripe").default("stripe"),
  secretKey: z.string().min(1),
  publishableKey: z.string().min(1),
  webhookSecrets: z.array(z.string().min(8)).min(1),
  apiUrl: providerUrl.default("https://api.stripe.com"),
  /** Stripe requires that its script is loaded from its own host. */
  scriptUrl: providerUrl.default("https://js.stripe.com/v3/"),
});
export type PaymentsConfig = z.infer<typeof PaymentsSchema>;

/** What a new workspace may rent at a time, and spend per month in cents. */
const limit = (value: number) => z.int().min(0).max(1_000_000_000).default(value);
const DefaultLimits = z.strictObject({
  instances: limit(20),
  gpus: limit(16),
  bare_metal: limit(2),
  monthly_spend: limit(500_000),
}) satisfies z.ZodType<Record<LimitName, number>>;

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
  /** Connects as the owner of the tables, which is a member of boreal_app and boreal_system. */
  DATABASE_URL: z.string(),
  /** The console's URL; links in emails start with it. */
  PUBLIC_URL: z.url().optional(),
  /** Other origins whose console may call this API, comma-separated. */
  CONSOLE_ORIGINS: z.string().default(""),
  /** URL of the API for the console served here, if it is on another host; empty if both have one origin. */
  API_URL: z
    .literal("")
    .or(z.url({ protocol: /^https?$/ }))
    .default(""),
  /** Parent domain of the cookies the console reads, if console and API are on sibling hosts. */
  COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i, "A host name, such as example.org")
    .optional(),
  SMTP_URL: z.string(),
  MAIL_FROM: z.string().default("Boreal <console@boreal.example>"),
  /** 32 random bytes in base64; all keys are derived from them. */
  BOREAL_SECRET: z
    .base64()
    .refine((text) => Buffer.from(text, "base64").length >= 32, "32 bytes or more"),
  /** Cost of a password hash; existing hashes are replaced at the next sign-in. */
  PASSWORD_HASH_MEMORY_KIB: z.coerce.number().int().min(minimumPasswordCost.memoryKib).optional(),
  PASSWORD_HASH_PASSES: z.coerce.number().int().min(minimumPasswordCost.iterations).optional(),
  /** After how many seconds without a sign of life the jobs of a worker are taken over. */
  WORKER_DEAD_AFTER_SECONDS: z.coerce.number().int().min(2).max(60).optional(),
  BOREAL_REGIONS: jsonFromText(z.record(z.string(), Region)).default({}),
  BOREAL_SIGN_IN: jsonFromText(SignInSchema).default({}),
  /** Without it no cards can be saved. */
  BOREAL_PAYMENTS: jsonFromText(PaymentsSchema).optional(),
  BOREAL_DEFAULT_LIMITS: jsonFromText(DefaultLimits).default(DefaultLimits.parse({})),
  /** What a staff member may add to the balance of a workspace in 24 hours without the approval of another. */
  BOREAL_CREDIT_WITHOUT_APPROVAL_CENTS: z.coerce.number().int().min(0).default(50_000),
  /** Who sells, as invoices name it; the default is that of the demo. */
  BOREAL_SELLER: jsonFromText(Seller).optional(),
  /** REST service of VIES, such as https://ec.europa.eu/taxation_customs/vies/rest-api; without it no VAT id is valid. */
  VIES_URL: providerUrl
    .transform((text) => (text.endsWith("/") ? text.slice(0, -1) : text))
    .optional(),
  /** `allowed`: webhooks may be sent to private addresses and over http, for development. */
  WEBHOOK_PRIVATE_NETWORKS: z.enum(["blocked", "allowed"]).default("blocked"),
  BOREAL_DEMO: z.enum(["0", "1"]).default("0"),
  TRUSTED_PROXIES: z.string().default(""),
  /** Folder of the built console with `dist/` and `earlier/`, like web/. */
  CONSOLE_FOLDER: z.string().min(1).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** When a sign-in without a second factor requires a code sent by email. */
  BOREAL_EMAIL_STEP: z.enum(["new-device", "always", "never"]).default("new-device"),
  /** Whether staff without a second factor may use the staff area. */
  BOREAL_STAFF_TWO_FACTOR: z.enum(["required", "optional"]).default("required"),
  /** Requests per minute: per session, and per network without a session. */
  REQUESTS_PER_SESSION: z.coerce.number().int().min(1).default(600),
  REQUESTS_PER_NETWORK: z.coerce.number().int().min(1).default(120),
  /** Maximum number of open event streams: per session, per user, per process. */
  STREAMS_PER_SESSION: z.coerce.number().int().min(1).default(defaultStreamLimits.session),
  STREAMS_PER_PERSON: z.coerce.number().int().min(1).default(defaultStreamLimits.user),
  STREAMS_PER_PROCESS: z.coerce.number().int().min(1).default(defaultStreamLimits.process),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  /** A folder on PostgreSQL's file system if PostgreSQL runs on this host; used for disk usage metrics. */
  DATABASE_FOLDER: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(16),
});

const parseCommaSeparated = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const demoRateLimitFactor = 100;

/** On localhost the server is also available as 127.0.0.1; passkeys work only with the host name. */
const allowedOrigins = (publicUrl: URL): string[] =>
  publicUrl.hostname === "localhost"
    ? [publicUrl.origin, publicUrl.origin.replace("localhost", "127.0.0.1")]
    : [publicUrl.origin];

export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const env = Environment.parse(environment);
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://${openedHost(env.HOST)}:${env.PORT}`);
  const isDemo = env.BOREAL_DEMO === "1";
  // The demo contains no data that a slower hash would protect.
  const defaultCost = isDemo ? minimumPasswordCost : defaultPasswordCost;
  return {
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    databaseFolder: env.DATABASE_FOLDER ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    publicUrl,
    /** Secure cookies, sent only over HTTPS; off only for plain http on the local host. */
    secureCookies: publicUrl.protocol === "https:",
    consoleOrigins: [...allowedOrigins(publicUrl), ...parseCommaSeparated(env.CONSOLE_ORIGINS)],
    apiOrigin: env.API_URL === "" ? null : new URL(env.API_URL).origin,
    cookieDomain: env.COOKIE_DOMAIN ?? null,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    secret: Buffer.from(env.BOREAL_SECRET, "base64"),
    passwordCost: {
      memoryKib: env.PASSWORD_HASH_MEMORY_KIB ?? defaultCost.memoryKib,
      iterations: env.PASSWORD_HASH_PASSES ?? defaultCost.iterations,
    },
    workerLiveness:
      env.WORKER_DEAD_AFTER_SECONDS === undefined
        ? defaultLivenessLimits
        : livenessLimits(env.WORKER_DEAD_AFTER_SECONDS * 1_000),
    regions: env.BOREAL_REGIONS,
    signIn: env.BOREAL_SIGN_IN,
    payments: env.BOREAL_PAYMENTS ?? null,
    defaultLimits: env.BOREAL_DEFAULT_LIMITS,
    seller: env.BOREAL_SELLER ?? null,
    creditWithoutApprovalCents: env.BOREAL_CREDIT_WITHOUT_APPROVAL_CENTS,
    viesUrl: env.VIES_URL ?? null,
    webhooksToPrivateNetworks: env.WEBHOOK_PRIVATE_NETWORKS === "allowed",
    demo: isDemo,
    trustedProxies: parseCommaSeparated(env.TRUSTED_PROXIES),
    consoleFolder: env.CONSOLE_FOLDER ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    emailStep: env.BOREAL_EMAIL_STEP,
    staffNeedTwoFactor: env.BOREAL_STAFF_TWO_FACTOR === "required",
    requestBudgets: {
      session: env.REQUESTS_PER_SESSION,
      // Visitors of the demo share one IP address.
      anonymous: env.REQUESTS_PER_NETWORK * (isDemo ? demoRateLimitFactor : 1),
    },
    streamLimits: {
      session: env.STREAMS_PER_SESSION,
      user: env.STREAMS_PER_PERSON,
      process: env.STREAMS_PER_PROCESS,
    },
    logLevel: env.LOG_LEVEL,
  };
}

export type EmailOtpPolicy = Config["emailStep"];
export type Config = ReturnType<typeof readConfig>;
