/** Keystone v3: password tokens scoped to a project, with a service catalog of all regions. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type AccountData, type CloudData, stableHexId } from "./cloud-data.ts";
import { type EmulatorResponse, type EmulatorRequest, dispatch, route } from "../lib/routes.ts";
import { cinderUrl } from "./cinder.ts";
import type { Caller } from "./service.ts";

const domain = { id: "default", name: "Default" };

const DomainRef = z.union([
  z.object({ id: z.literal("default") }),
  z.object({ name: z.literal("Default") }),
]);
const PasswordRequest = z.object({
  auth: z.object({
    identity: z.object({
      methods: z.array(z.string()),
      password: z.object({
        user: z.object({ name: z.string(), domain: DomainRef, password: z.string() }),
      }),
    }),
    scope: z.object({ project: z.object({ name: z.string(), domain: DomainRef }) }),
  }),
});
const ApplicationCredentialRequest = z.object({
  auth: z.strictObject({
    identity: z.object({
      methods: z.tuple([z.literal("application_credential")]),
      application_credential: z.object({ id: z.string(), secret: z.string() }),
    }),
  }),
});
const IdentityOnly = z.object({ auth: z.object({ identity: z.looseObject({}) }) });

interface Token {
  account: AccountData;
  method: "password" | "application_credential";
  auditId: string;
  issuedAtMs: number;
  expiresAtMs: number;
}

export class Keystone {
  /** Not part of the snapshot: after a restart every token is invalid and callers must sign in again. */
  private readonly tokens = new Map<string, Token>();
  private readonly data: CloudData;
  private readonly nowMs: () => number;
  private readonly tokenTtlMs: number;

  constructor(data: CloudData, nowMs: () => number, tokenTtlMs: number) {
    this.data = data;
    this.nowMs = nowMs;
    this.tokenTtlMs = tokenTtlMs;
  }

  /** The caller identified by X-Auth-Token; undefined if the token is missing or invalid. */
  caller(request: EmulatorRequest): Caller | undefined {
    const token = this.live(request.headers["x-auth-token"]);
    if (token === undefined) return undefined;
    return {
      account: token.account,
      userId: stableHexId(`user ${token.account.username}`),
      projectId: stableHexId(`project ${token.account.projectName}`),
    };
  }

  expireAll(): void {
    this.tokens.clear();
  }

  handle(request: EmulatorRequest, path: string): EmulatorResponse {
    if (path === "/" || path === "") {
      return {
        status: 300,
        headers: { Location: `${request.origin}/identity/v3/` },
        body: { versions: { values: [versionDocument(request.origin)] } },
      };
    }
    return (
      dispatch(this.routes, request.method, path, request) ??
      keystoneError(404, "Not Found", "The resource could not be found.")
    );
  }

  private readonly routes = [
    route<EmulatorRequest>("GET", "/v3", (request) => ({
      status: 200,
      body: { version: versionDocument(request.origin) },
    })),
    route<EmulatorRequest>("POST", "/v3/auth/tokens", (request) => this.issue(request)),
    route<EmulatorRequest>("GET", "/v3/auth/tokens", (request) => {
      if (this.caller(request) === undefined) return unauthorized(request.origin);
      const subject = request.headers["x-subject-token"];
      const token = this.live(subject);
      if (token === undefined || typeof subject !== "string") {
        return keystoneError(404, "Not Found", "Could not find token.");
      }
      return {
        status: 200,
        headers: { "X-Subject-Token": subject },
        body: this.body(request, token),
      };
    }),
    route<EmulatorRequest>("DELETE", "/v3/auth/tokens", (request) => {
      if (this.caller(request) === undefined) return unauthorized(request.origin);
      const subject = request.headers["x-subject-token"];
      if (typeof subject === "string") this.tokens.delete(subject);
      return { status: 204 };
    }),
    route<EmulatorRequest>("GET", "/v3/auth/catalog", (request) => {
      const caller = this.caller(request);
      if (caller === undefined) return unauthorized(request.origin);
      return {
        status: 200,
        body: {
          catalog: this.catalog(request.origin, caller.account),
          links: { self: `${request.origin}/identity/v3/auth/catalog` },
        },
      };
    }),
  ];

  private issue(request: EmulatorRequest): EmulatorResponse {
    if (!IdentityOnly.safeParse(request.body).success) {
      return keystoneError(400, "Bad Request", "'identity' is a required property");
    }
    const found = this.authenticate(request.body);
    if (found === null) return unauthorized(request.origin);
    const id = `gAAAAA${randomBytes(96).toString("base64url")}`;
    const issuedAtMs = this.nowMs();
    const token = {
      ...found,
      auditId: randomBytes(16).toString("base64url"),
      issuedAtMs,
      expiresAtMs: issuedAtMs + this.tokenTtlMs,
    };
    this.tokens.set(id, token);
    return {
      status: 201,
      headers: { "X-Subject-Token": id, Vary: "X-Auth-Token" },
      body: this.body(request, token),
    };
  }

  /** An application credential has no scope: its project is fixed. */
  private authenticate(body: unknown): Pick<Token, "account" | "method"> | null {
    const byCredential = ApplicationCredentialRequest.safeParse(body);
    if (byCredential.success) {
      const { id, secret } = byCredential.data.auth.identity.application_credential;
      const account = this.data.accounts.find(
        ({ applicationCredential: known }) => known?.id === id && known.secret === secret,
      );
      return account === undefined ? null : { account, method: "application_credential" };
    }
    const parsed = PasswordRequest.safeParse(body);
    if (!parsed.success) return null;
    const { user } = parsed.data.auth.identity.password;
    const project = parsed.data.auth.scope.project.name;
    const account = this.data.accounts.find(
      (known) =>
        known.username === user.name &&
        known.password === user.password &&
        known.projectName === project,
    );
    return account === undefined ? null : { account, method: "password" };
  }

  private body(request: EmulatorRequest, token: Token) {
    const micros = (ms: number) => new Date(ms).toISOString().replace("Z", "000Z");
    return {
      token: {
        methods: [token.method],
        user: {
          domain,
          id: stableHexId(`user ${token.account.username}`),
          name: token.account.username,
          password_expires_at: null,
        },
        ...(token.method === "application_credential"
          ? {
              application_credential: {
                id: token.account.applicationCredential?.id,
                name: "boreal",
                restricted: true,
              },
            }
          : {}),
        audit_ids: [token.auditId],
        expires_at: micros(token.expiresAtMs),
        issued_at: micros(token.issuedAtMs),
        project: {
          domain,
          id: stableHexId(`project ${token.account.projectName}`),
          name: token.account.projectName,
        },
        is_domain: false,
        roles: token.account.roles.map((name) => ({ id: stableHexId(`role ${name}`), name })),
        ...(request.query.has("nocatalog")
          ? {}
          : { catalog: this.catalog(request.origin, token.account) }),
      },
    };
  }

  private catalog(origin: string, account: AccountData) {
    const services: { type: string; name: string; url(region: string): string }[] = [
      { type: "identity", name: "keystone", url: () => `${origin}/identity/v3` },
      { type: "image", name: "glance", url: (region) => `${origin}/${region}/image` },
      {
        type: "compute",
        name: "nova",
        url: (region) => `${origin}/${region}/compute/v2.1`,
      },
      { type: "network", name: "neutron", url: (region) => `${origin}/${region}/network` },
      {
        type: "volumev3",
        name: "cinderv3",
        url: (region) => cinderUrl(origin, region, account.projectName),
      },
      { type: "metric", name: "gnocchi", url: (region) => `${origin}/${region}/metric` },
    ];
    return services.map((service) => ({
      endpoints: this.data.regions
        .filter(({ hasVolumes }) => hasVolumes || service.type !== "volumev3")
        .filter(({ lacksMetrics }) => lacksMetrics !== true || service.type !== "metric")
        .flatMap((region) =>
          ["public", "internal", "admin"].map((kind) => ({
            id: stableHexId(`endpoint ${service.type} ${region.name} ${kind}`),
            interface: kind,
            region_id: region.name,
            url: service.url(region.name),
            region: region.name,
          })),
        ),
      id: stableHexId(`service ${service.type}`),
      type: service.type,
      name: service.name,
    }));
  }

  private live(id: string | string[] | undefined): Token | undefined {
    if (typeof id !== "string") return undefined;
    const token = this.tokens.get(id);
    return token !== undefined && token.expiresAtMs > this.nowMs() ? token : undefined;
  }
}

function versionDocument(origin: string) {
  return {
    id: "v3.14",
    status: "stable",
    updated: "2020-04-07T00:00:00Z",
    links: [{ rel: "self", href: `${origin}/identity/v3/` }],
    "media-types": [
      { base: "application/json", type: "application/vnd.openstack.identity-v3+json" },
    ],
  };
}

function keystoneError(code: number, title: string, message: string): EmulatorResponse {
  return { status: code, body: { error: { code, message, title } } };
}

/** Nova and Neutron return the same response, because the same authentication middleware runs in front of them. */
export function unauthorized(origin: string): EmulatorResponse {
  return {
    ...keystoneError(401, "Unauthorized", "The request you have made requires authentication."),
    headers: { "WWW-Authenticate": `Keystone uri="${origin}/identity/v3"` },
  };
}
