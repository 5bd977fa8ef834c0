import { z } from "zod";
import { get, open, post, self, staff, Timestamp, defineEndpoints } from "./endpoint.ts";
import { wholeNumber } from "./field-problem.ts";

/** Setup problems that the server detected itself. */
export const SetupNotices = z.object({
  /** A reverse proxy missing in `TRUSTED_PROXIES`, seen within the last hour; null when there is none. */
  untrustedProxy: z.object({ address: z.string(), lastSeenAt: Timestamp }).nullable(),
});
export type SetupNotices = z.infer<typeof SetupNotices>;

export const system = defineEndpoints("system", {
  health: get("/health", {
    summary: "Health check. Returns 200 when the server is ready",
    access: open("load balancers and the start script have no session"),
    alwaysAvailable: true,
    probe: true,
    response: z.object({ status: z.literal("ok") }),
  }),
  metrics: get("/metrics", {
    summary: "Prometheus metrics, available from localhost or with the metrics token",
    access: open("a scraper has no session; the handler asks for its token or a loopback address"),
    alwaysAvailable: true,
    probe: true,
    response: z.string(),
  }),
  setup: get("/admin/setup", {
    summary: "What is wrong with the server's set-up, such as a proxy that is not trusted",
    access: staff("staff.setup.view"),
    response: SetupNotices,
  }),
  openapi: get("/api/openapi.json", {
    summary: "Get this OpenAPI document",
    access: open("the API is documented for everyone"),
    alwaysAvailable: true,
    response: z.record(z.string(), z.unknown()),
  }),
});

/** Only in the demo: moves the clock of all processes forward. */
export const demo = defineEndpoints("demo", {
  moveClock: post("/api/v1/demo/clock", {
    summary: "Advance the demo clock by a number of seconds",
    access: self,
    body: z.strictObject({ seconds: wholeNumber(1, 31_536_000) }),
    alwaysAvailable: true,
    response: z.object({ now: z.iso.datetime({ offset: true }) }),
  }),
});
