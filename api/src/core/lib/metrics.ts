/** Prometheus metrics, labeled by endpoint and never by path, so that a scan of random URLs stays one series. */
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";

export function registerMetrics(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "boreal_call_seconds",
    help: "Time from request to response",
    labelNames: ["call", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const errors = new Counter({
    name: "boreal_call_errors_total",
    help: "Responses of 500 and above",
    labelNames: ["call"],
    registers: [registry],
  });
  app.addHook("onResponse", async (request, reply) => {
    const call = request.routeOptions.config.call ?? "none";
    duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) errors.inc({ call });
  });
  return registry;
}
