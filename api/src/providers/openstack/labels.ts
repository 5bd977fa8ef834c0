/** The labels on every resource that Boreal creates, in the fields that each service has for them. */
import { ComputeError, type ComputeKey, type Labels } from "#api/ports/compute.ts";

const resourceKeyPattern = /^[A-Za-z0-9-]{1,50}$/;

/** Tag on every resource created for a key: Nova's tag, Neutron's name and description. */
export function resourceTag(key: ComputeKey): string {
  if (!resourceKeyPattern.test(key))
    throw ComputeError.rejected("bad_request", `invalid key: ${JSON.stringify(key)}`);
  return `boreal-${key}`;
}

export function parseResourceTag(tags: (string | null | undefined)[]): ComputeKey | null {
  const tag = tags.find((candidate) => candidate?.startsWith("boreal-"));
  return tag?.slice("boreal-".length) ?? null;
}

const ownerPattern = /^[A-Za-z0-9-]{1,36}$/;

function checkedOwner({ owner }: Labels): string | undefined {
  if (owner !== undefined && !ownerPattern.test(owner))
    throw ComputeError.rejected("bad_request", `invalid owner: ${JSON.stringify(owner)}`);
  return owner;
}

/** Metadata of servers and volumes. */
export function toMetadata(labels: Labels): Record<string, string> {
  const owner = checkedOwner(labels);
  resourceTag(labels.key);
  return { boreal_key: labels.key, ...(owner === undefined ? {} : { boreal_owner: owner }) };
}

/** Tags of ports and floating IPs, in the order in which Neutron returns them. */
export function toTags(labels: Labels): string[] {
  const owner = checkedOwner(labels);
  return [
    resourceTag(labels.key),
    ...(owner === undefined ? [] : [`boreal-owner-${owner}`]),
  ].sort();
}
