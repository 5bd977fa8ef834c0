/**
 * HTTP client of one OpenStack region: Keystone v3 authentication, service catalog, tokens, microversions and
 * timeouts. It knows status codes, not resources; see openstack-provider.ts for those.
 */
import { trimTrailing } from "#contracts/text.ts";
import { z } from "zod";
import type { Clock } from "#api/core/lib/clock.ts";
import { ComputeError } from "#api/ports/compute.ts";
import { type Credentials, toAuthRequest } from "./credentials.ts";
import { type ResponseOutcome, toOutcome, parseBody, toRejection } from "./responses.ts";
import { type HttpResponse, sendRequest } from "../json-request.ts";

interface CloudConnection {
  /** Keystone's v3 URL, such as `https://cloud.example/identity/v3`. */
  authUrl: string;
  regionName: string;
  /** Interface of the service catalog to use; default: `public`. */
  interface?: "public" | "internal" | "admin";
  /** Timeout of one request; default: 10 seconds. */
  timeoutMs?: number;
  clock: Clock;
}
export type CloudConfig = CloudConnection & Credentials;

export type Service = "compute" | "image" | "network" | "volume" | "metric";

export interface CloudRequest {
  service: Service;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Path segments below the service's version; encoded by the client. */
  path: string[];
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** Highest Nova microversion for this request, where later versions removed fields from the response. */
  maxMinor?: number;
}

/** Nova microversions: tags on create require 2.52; 2.93 is the newest version tested. */
const minMicroversion = 52;
const maxMicroversion = 93;

const tokenRenewalMarginMs = 5 * 60_000;

const serviceTypes: Record<Service, string[]> = {
  compute: ["compute"],
  image: ["image"],
  network: ["network"],
  volume: ["block-storage", "volumev3"],
  metric: ["metric"],
};
/** Appended to a catalog URL that has no version. Cinder's catalog URL has one, and the id of the project. */
const versionPaths: Record<Service, string> = {
  compute: "/v2.1",
  image: "/v2",
  network: "/v2.0",
  volume: "/v3",
  metric: "/v1",
};
const versionedUrl = /\/v\d+(\.\d+)?(\/[^/]+)?$/;

const TokenBody = z.looseObject({
  token: z.looseObject({
    issued_at: z.iso.datetime({ offset: true }),
    expires_at: z.iso.datetime({ offset: true }),
    user: z.looseObject({ id: z.string() }),
    catalog: z.array(
      z.looseObject({
        type: z.string(),
        endpoints: z.array(
          z.looseObject({ interface: z.string(), region: z.string().nullable(), url: z.url() }),
        ),
      }),
    ),
  }),
});
const VersionBody = z.looseObject({
  version: z.looseObject({ version: z.string(), min_version: z.string() }),
});

type Check = (() => Promise<void>) | null;

interface AuthToken {
  token: string;
  renewAtMs: number;
  userId: string;
  endpointUrls: Record<Service, string | undefined>;
}

/** The client as used by the other files of this folder. */
export interface Wire {
  /**
   * Sends an authenticated request. Throws a `ComputeError` of kind unavailable; a rejection is returned as an
   * outcome.
   */
  call(request: CloudRequest): Promise<ResponseOutcome>;
  /** The newest Nova microversion that client and cloud both support, as `2.x`. */
  apiVersion(): Promise<string>;
  /** The provider's id of Boreal's account. */
  userId(): Promise<string>;
  /** Whether the region has the service. */
  offers(service: Service): Promise<boolean>;
  /** The same client with a check that runs right before each request other than GET. */
  checkedBy(check: () => Promise<void>): Wire;
}

export class OpenstackClient implements Wire {
  readonly #config: CloudConfig;
  #session: Promise<AuthToken> | null = null;
  #minor: Promise<number> | null = null;

  constructor(config: CloudConfig) {
    this.#config = config;
  }

  async apiVersion(): Promise<string> {
    return `2.${await this.#negotiatedMinor()}`;
  }

  async userId(): Promise<string> {
    return (await this.#currentSession()).userId;
  }

  async offers(service: Service): Promise<boolean> {
    return (await this.#currentSession()).endpointUrls[service] !== undefined;
  }

  async call(request: CloudRequest): Promise<ResponseOutcome> {
    return this.#call(request, null);
  }

  checkedBy(check: () => Promise<void>): Wire {
    return {
      call: (request) => this.#call(request, request.method === "GET" ? null : check),
      apiVersion: () => this.apiVersion(),
      userId: () => this.userId(),
      offers: (service) => this.offers(service),
      checkedBy: (other) =>
        this.checkedBy(async () => {
          await check();
          await other();
        }),
    };
  }

  async #call(request: CloudRequest, check: Check): Promise<ResponseOutcome> {
    const minor =
      request.service === "compute"
        ? Math.min(await this.#negotiatedMinor(), request.maxMinor ?? maxMicroversion)
        : null;
    return toOutcome(await this.#authorized(request, minor, check));
  }

  async #authorized(
    request: CloudRequest,
    minor: number | null,
    check: Check = null,
  ): Promise<HttpResponse> {
    const session = await this.#currentSession();
    await check?.();
    const response = await this.#dispatch(session, request, minor);
    if (response.status !== 401) return response;
    // A token can become invalid early: revoked, or lost in a restart of the cloud.
    if (this.#session !== null && (await this.#session) === session) this.#session = null;
    const renewedSession = await this.#currentSession();
    await check?.();
    const retried = await this.#dispatch(renewedSession, request, minor);
    if (retried.status !== 401) return retried;
    throw ComputeError.unavailable("a newly issued token was rejected", {
      requestId: retried.requestId,
    });
  }

  async #dispatch(
    session: AuthToken,
    request: CloudRequest,
    minor: number | null,
  ): Promise<HttpResponse> {
    const base = session.endpointUrls[request.service];
    if (base === undefined) {
      throw ComputeError.unavailable(
        `the service catalog has no ${request.service} service in region ${this.#config.regionName}`,
      );
    }
    const url = new URL(
      base + request.path.map((segment) => `/${encodeURIComponent(segment)}`).join(""),
    );
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return sendRequest({
      method: request.method,
      url,
      headers: {
        "X-Auth-Token": session.token,
        ...(minor === null ? {} : { "OpenStack-API-Version": `compute 2.${minor}` }),
      },
      body: request.body,
      timeoutMs: this.#config.timeoutMs,
    });
  }

  async #currentSession(): Promise<AuthToken> {
    const pending = this.#session;
    if (pending !== null) {
      const session = await pending;
      if (session.renewAtMs > this.#nowMs()) return session;
    }
    // Concurrent requests share one authentication.
    if (this.#session === pending) {
      const authentication = this.#signIn();
      this.#session = authentication;
      authentication.catch(() => {
        if (this.#session === authentication) this.#session = null;
      });
    }
    return this.#session ?? this.#currentSession();
  }

  async #signIn(): Promise<AuthToken> {
    const response = await sendRequest({
      method: "POST",
      url: new URL(`${trimTrailing(this.#config.authUrl, "/")}/auth/tokens`),
      headers: {},
      body: { auth: toAuthRequest(this.#config) },
      timeoutMs: this.#config.timeoutMs,
    });
    const token = response.headers.get("x-subject-token");
    if (response.status !== 201 || token === null) {
      const { message } = toRejection(response);
      throw ComputeError.unavailable(`authentication failed with ${response.status}: ${message}`, {
        requestId: response.requestId,
      });
    }
    const body = parseBody(TokenBody, response.body).token;
    // Uses the token's lifetime instead of its expiry time, because the cloud's clock may differ.
    const lifetimeMs = Date.parse(body.expires_at) - Date.parse(body.issued_at);
    const endpointUrl = (service: Service) => {
      const endpoint = body.catalog
        .filter((entry) => serviceTypes[service].includes(entry.type))
        .flatMap((entry) => entry.endpoints)
        .find(
          (candidate) =>
            candidate.region === this.#config.regionName &&
            candidate.interface === (this.#config.interface ?? "public"),
        );
      const url = endpoint === undefined ? undefined : trimTrailing(endpoint.url, "/");
      return url === undefined || versionedUrl.test(url) ? url : url + versionPaths[service];
    };
    return {
      token,
      userId: body.user.id,
      renewAtMs: this.#nowMs() + Math.max(lifetimeMs - tokenRenewalMarginMs, lifetimeMs / 2),
      endpointUrls: {
        compute: endpointUrl("compute"),
        image: endpointUrl("image"),
        network: endpointUrl("network"),
        volume: endpointUrl("volume"),
        metric: endpointUrl("metric"),
      },
    };
  }

  async #negotiatedMinor(): Promise<number> {
    if (this.#minor === null) {
      const negotiating = this.#negotiate();
      this.#minor = negotiating;
      negotiating.catch(() => {
        if (this.#minor === negotiating) this.#minor = null;
      });
    }
    return this.#minor;
  }

  async #negotiate(): Promise<number> {
    const response = await this.#authorized(
      { service: "compute", method: "GET", path: [""] },
      null,
    );
    const outcome = toOutcome(response);
    if (!outcome.ok)
      throw ComputeError.unavailable(`cannot read the Nova version: ${outcome.rejection.message}`);
    const { version, min_version: lowest } = parseBody(VersionBody, outcome.body).version;
    const minor = Math.min(maxMicroversion, Number(version.split(".")[1]));
    if (minor >= minMicroversion && minor >= Number(lowest.split(".")[1])) return minor;
    throw ComputeError.unavailable(
      `Nova supports ${lowest} to ${version}; at least 2.${minMicroversion} and at most 2.${maxMicroversion} is required`,
    );
  }

  #nowMs(): number {
    return this.#config.clock.now().getTime();
  }
}
