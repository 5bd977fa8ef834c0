/** Groups the actors of the person filter. */
import type { ActivityFilters } from "#contracts/activity.ts";

type Actor = ActivityFilters["actors"][number];

export interface ActorGroup {
  readonly kind: "members" | "former" | "tokens" | "revoked" | "others";
  readonly actors: readonly (Actor & { readonly isSelf: boolean })[];
}

const kinds: readonly ActorGroup["kind"][] = ["members", "tokens", "others", "former", "revoked"];

function kindOf({ type, isCurrent }: Actor): ActorGroup["kind"] {
  if (type === "user") return isCurrent ? "members" : "former";
  if (type === "token") return isCurrent ? "tokens" : "revoked";
  return "others";
}

/** The actor of a selected key that no entry has, such as a key from an old link. */
const unknownActor = (key: string): Actor => ({
  key,
  type: key === "system" ? "system" : key.startsWith("staff:") ? "staff" : "user",
  name: key.startsWith("staff:") ? key.slice("staff:".length) : "",
  isCurrent: false,
});

/** By kind, and in each kind by name, the user first. Selected keys are always included. */
export function toActorGroups(
  actors: readonly Actor[],
  selected: readonly string[],
  userId: string,
): readonly ActorGroup[] {
  const missing = selected.filter((wanted) => !actors.some(({ key }) => key === wanted));
  const all = [...actors, ...missing.map(unknownActor)].map((actor) => ({
    ...actor,
    isSelf: actor.key === userId,
  }));
  return kinds
    .map((kind) => ({
      kind,
      actors: all
        .filter((actor) => kindOf(actor) === kind)
        .toSorted((a, b) => Number(b.isSelf) - Number(a.isSelf) || a.name.localeCompare(b.name)),
    }))
    .filter(({ actors: members }) => members.length > 0);
}
