/** The initial color of a workspace: always the same for a handle. */
import { createHash } from "node:crypto";
import { workspaceColours } from "#contracts/workspaces.ts";

export function defaultColour(handle: string): string {
  const hash = createHash("sha256").update(handle).digest().readUInt32BE(0);
  return workspaceColours[hash % workspaceColours.length] ?? workspaceColours[0];
}
