/** Maps rejections of OpenStack services to codes of the compute port. */
import { ComputeError, type ComputeErrorCode, type ServerFault } from "#api/ports/compute.ts";
import type { ResponseOutcome, ApiRejection } from "./responses.ts";
import type { CloudRequest, Service, Wire } from "./client.ts";

/** Neutron's error types for an exhausted IP pool; the first is a 409, the second a 400. */
const exhaustedErrorTypes = ["IpAddressGenerationFailure", "ExternalIpAddressExhausted"];

/** Status codes of quota errors differ by service: Nova 403, Neutron 409, Cinder 413. */
function toErrorCode({ status, type, message }: ApiRejection, service: Service): ComputeErrorCode {
  if (status === 413 || type === "OverQuota" || /quota exceeded/i.test(message)) return "quota";
  if (exhaustedErrorTypes.includes(type)) return "no_capacity";
  if (status === 404) return "not_found";
  if (status === 409) return "conflict";
  if (status === 403) return "forbidden";
  if (service === "compute" && status === 400) {
    if (/requested image|^image .*(not active|not be found)/i.test(message)) return "image_missing";
    if (/^flavor .* could not be found/i.test(message)) return "flavor_missing";
  }
  return "bad_request";
}

export function toComputeError(rejection: ApiRejection, service: Service): ComputeError {
  return ComputeError.rejected(toErrorCode(rejection, service), rejection.message, {
    requestId: rejection.requestId,
  });
}

/** Returns the response body; throws on a rejection. */
export async function requestOrThrow(client: Wire, request: CloudRequest): Promise<unknown> {
  const outcome = await client.call(request);
  if (outcome.ok) return outcome.body;
  throw toComputeError(outcome.rejection, request.service);
}

/** Returns the response body, or null for a 404. */
export async function requestOrNull(client: Wire, request: CloudRequest): Promise<unknown> {
  const outcome = await client.call(request);
  if (outcome.ok) return outcome.body;
  if (outcome.rejection.status === 404) return null;
  throw toComputeError(outcome.rejection, request.service);
}

/** Deletes a resource; succeeds if it does not exist. */
export async function deleteIgnoringMissing(
  client: Wire,
  service: Service,
  path: string[],
): Promise<void> {
  const outcome: ResponseOutcome = await client.call({ service, method: "DELETE", path });
  if (!outcome.ok && outcome.rejection.status !== 404)
    throw toComputeError(outcome.rejection, service);
}

/** Why a server is in state ERROR. Nova reports the reason only as text. */
export function toServerFault(message: string): ServerFault {
  const text = message.trim();
  if (/no valid host|maximum number of retries|insufficient compute resources/i.test(text)) {
    return { code: "no_capacity", message: text };
  }
  if (text.toLowerCase().includes("image ") && /not be found|not found|unacceptable/i.test(text))
    return { code: "image_missing", message: text };
  if (/quota/i.test(text)) return { code: "quota", message: text };
  return { code: "provider_error", message: text };
}

/** Nova and Cinder omit the time zone of some times; they are UTC. */
export const parseUtcTime = (text: string | null | undefined): Date | null =>
  text == null ? null : parseTime(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);

/** Null if the service sends no time. */
export function parseTime(text: string): Date | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms);
}
