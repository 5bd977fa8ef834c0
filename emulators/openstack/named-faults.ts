/** Faults triggered by a word in the name of a server. */
/** A server whose name contains one of these words gets that fault. */
export const namedFaults = [
  "no-capacity",
  "quota",
  "slow-build",
  "build-error",
  "image-gone",
  "lost-answer",
] as const;
export type NamedFault = (typeof namedFaults)[number];

export function faultFromName(name: string): NamedFault | undefined {
  return namedFaults.find((fault) => name.includes(fault));
}
