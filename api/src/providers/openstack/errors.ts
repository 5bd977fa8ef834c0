/** From a service's refusal to a code of ours. */
import {
  ComputeError,
  type ComputeKey,
  type ComputeErrorCode,
  type ServerFault,
} from "#api/ports/compute.ts";
import type { ResponseOutcome, ApiRejection } from "./responses.ts";
import type { CloudRequest, Service, Wire } from "./client.ts";

/** Neutron's types that say there is no address left; the first is a 409, the second a 400. */
const exhaustedErrorTypes = ["IpAddressGenerationFailure", "ExternalIpAddressExhausted"];

/** Quota refusals differ by service: Nova 403, Neutron 409, Cinder 413. */
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

export function toComputeError(problem: ApiRejection, service: Service): ComputeError {
  return ComputeError.refused(toErrorCode(problem, service), problem.message, {
    requestId: problem.requestId,
  });
}

/** The answer's body, or the refusal thrown. */
export async function requestOrThrow(client: Wire, request: CloudRequest): Promise<unknown> {
  const outcome = await client.call(request);
  if (outcome.ok) return outcome.body;
  throw toComputeError(outcome.refusal, request.service);
}

/** The answer's body, or null where there is no such thing. */
export async function requestOrNull(client: Wire, request: CloudRequest): Promise<unknown> {
  const outcome = await client.call(request);
  if (outcome.ok) return outcome.body;
  if (outcome.refusal.status === 404) return null;
  throw toComputeError(outcome.refusal, request.service);
}

/** Gone already is as good as deleted now. */
export async function deleteIgnoringMissing(
  client: Wire,
  service: Service,
  path: string[],
): Promise<void> {
  const outcome: ResponseOutcome = await client.call({ service, method: "DELETE", path });
  if (!outcome.ok && outcome.refusal.status !== 404) throw toComputeError(outcome.refusal, service);
}

/** Why a server ended in ERROR; Nova tells it in prose only. */
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

const resourceKeyPattern = /^[A-Za-z0-9-]{1,50}$/;

/** What we write on everything made for a key: Nova's tag, Neutron's name and description. */
export function resourceTag(key: ComputeKey): string {
  if (!resourceKeyPattern.test(key))
    throw ComputeError.refused("bad_request", `not a key: ${JSON.stringify(key)}`);
  return `boreal-${key}`;
}

export function parseResourceTag(marks: (string | null | undefined)[]): ComputeKey | null {
  const mark = marks.find((candidate) => candidate?.startsWith("boreal-"));
  return mark?.slice("boreal-".length) ?? null;
}

/** Null for a time the service does not give. */
export function timeOf(text: string): Date | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms);
}
