/**
 * The wire to one region of an OpenStack cloud: Keystone v3 sign-in, the catalogue, tokens,
 * microversions, deadlines. It knows status codes, not machines; see openstack.ts for those.
 */
import { trimTrailing } from "#contracts/text.ts";
import { z } from "zod";
import type { Clock } from "#api/core/lib/clock.ts";
import { ComputeError } from "#api/ports/compute.ts";
import { type ResponseOutcome, toOutcome, parseBody, toRejection } from "./responses.ts";
import { type HttpResponse, sendRequest } from "./http.ts";

export interface CloudConfig {
  /** Keystone's v3 address, such as `https://cloud.example/identity/v3`. */
  authUrl: string;
  username: string;
  password: string;
  projectName: string;
  userDomainName: string;
  projectDomainName: string;
  regionName: string;
  /** Which of the catalogue's addresses to use; `public` unless told otherwise. */
  interface?: "public" | "internal" | "admin";
  /** How long one call may take; 10 seconds unless told otherwise. */
  timeoutMs?: number;
  clock: Clock;
}

export type Service = "compute" | "image" | "network";

export interface CloudRequest {
  service: Service;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Segments below the service's version, encoded here. */
  path: string[];
  query?: Record<string, string | undefined>;
  body?: unknown;
  /** The highest Nova minor to use for this call, where its answer shrank later on. */
  atMost?: number;
}

/** Nova minors: tags on create came with 2.52, and 2.93 is the newest this code was tried with. */
const minMicroversion = 52;
const maxMicroversion = 93;

const tokenRenewalMarginMs = 5 * 60_000;

const serviceTypes: Record<Service, string[]> = {
  compute: ["compute"],
  image: ["image"],
  network: ["network"],
};
const versionPaths: Record<Service, string> = { compute: "/v2.1", image: "/v2", network: "/v2.0" };

const TokenBody = z.looseObject({
  token: z.looseObject({
    issued_at: z.iso.datetime({ offset: true }),
    expires_at: z.iso.datetime({ offset: true }),
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
  addresses: Record<Service, string | undefined>;
}

/** What the calls of this folder need of a client. */
export interface Wire {
  /** A signed-in call. Throws `ComputeError` of kind unavailable; a refusal is an outcome. */
  call(request: CloudRequest): Promise<ResponseOutcome>;
  /** The newest Nova microversion both sides speak, as `2.x`. */
  apiVersion(): Promise<string>;
  /** The same client; `check` runs right before each request that is no read. */
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

  async call(request: CloudRequest): Promise<ResponseOutcome> {
    return this.#call(request, null);
  }

  checkedBy(check: () => Promise<void>): Wire {
    return {
      call: (request) => this.#call(request, request.method === "GET" ? null : check),
      apiVersion: () => this.apiVersion(),
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
        ? Math.min(await this.#negotiatedMinor(), request.atMost ?? maxMicroversion)
        : null;
    return toOutcome(await this.#authorized(request, minor, check));
  }

  async #authorized(
    request: CloudRequest,
    minor: number | null,
    check: Check = null,
  ): Promise<HttpResponse> {
    const first = await this.#currentSession();
    await check?.();
    const reply = await this.#dispatch(first, request, minor);
    if (reply.status !== 401) return reply;
    // a token can die before its time: revoked, or the cloud started anew
    if (this.#session !== null && (await this.#session) === first) this.#session = null;
    const renewed = await this.#currentSession();
    await check?.();
    const second = await this.#dispatch(renewed, request, minor);
    if (second.status !== 401) return second;
    throw ComputeError.unavailable("a token just issued was not accepted", {
      requestId: second.requestId,
    });
  }

  async #dispatch(
    session: AuthToken,
    request: CloudRequest,
    minor: number | null,
  ): Promise<HttpResponse> {
    const base = session.addresses[request.service];
    if (base === undefined) {
      throw ComputeError.unavailable(
        `the catalogue has no ${request.service} service in region ${this.#config.regionName}`,
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
    // one sign-in serves all who wait for it
    if (this.#session === pending) {
      const signingIn = this.#signIn();
      this.#session = signingIn;
      signingIn.catch(() => {
        if (this.#session === signingIn) this.#session = null;
      });
    }
    return this.#session ?? this.#currentSession();
  }

  async #signIn(): Promise<AuthToken> {
    const { authUrl, username, password, projectName, userDomainName, projectDomainName } =
      this.#config;
    const reply = await sendRequest({
      method: "POST",
      url: new URL(`${authUrl.replace(/\/$/, "")}/auth/tokens`),
      headers: {},
      body: {
        auth: {
          identity: {
            methods: ["password"],
            password: { user: { name: username, domain: { name: userDomainName }, password } },
          },
          scope: { project: { name: projectName, domain: { name: projectDomainName } } },
        },
      },
      timeoutMs: this.#config.timeoutMs,
    });
    const token = reply.headers.get("x-subject-token");
    if (reply.status !== 201 || token === null) {
      const { message } = toRejection(reply);
      throw ComputeError.unavailable(`signing in failed with ${reply.status}: ${message}`, {
        requestId: reply.requestId,
      });
    }
    const body = parseBody(TokenBody, reply.body).token;
    // the life of the token, not its end, counts: the cloud's clock need not agree with ours
    const lifeMs = Date.parse(body.expires_at) - Date.parse(body.issued_at);
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
      return url === undefined || /\/v\d+(\.\d+)?$/.test(url) ? url : url + versionPaths[service];
    };
    return {
      token,
      renewAtMs: this.#nowMs() + Math.max(lifeMs - tokenRenewalMarginMs, lifeMs / 2),
      addresses: {
        compute: endpointUrl("compute"),
        image: endpointUrl("image"),
        network: endpointUrl("network"),
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
    const reply = await this.#authorized({ service: "compute", method: "GET", path: [""] }, null);
    const outcome = toOutcome(reply);
    if (!outcome.ok)
      throw ComputeError.unavailable(`no version of Nova found: ${outcome.refusal.message}`);
    const { version, min_version: lowest } = parseBody(VersionBody, outcome.body).version;
    const minor = Math.min(maxMicroversion, Number(version.split(".")[1]));
    if (minor >= minMicroversion && minor >= Number(lowest.split(".")[1])) return minor;
    throw ComputeError.unavailable(
      `Nova speaks ${lowest} to ${version}; at least 2.${minMicroversion} and at most 2.${maxMicroversion} is needed`,
    );
  }

  #nowMs(): number {
    return this.#config.clock.now().getTime();
  }
}
