import type { MoveFailure } from "./shared/use-move-instances.tsx";

/** Instances that were not moved, each with its reason. */
export const MoveFailuresList = ({ stayed }: { stayed: readonly MoveFailure[] }) => (
  <ul>
    {stayed.map(({ id, name, why }) => (
      <li key={id}>
        <strong>{name}</strong>: {why}
      </li>
    ))}
  </ul>
);
