import type { MoveFailure } from "./shared/use-move-instances.tsx";

/** Machines that stay where they are, each with its reason. */
export const MoveFailuresList = ({ stayed }: { stayed: readonly MoveFailure[] }) => (
  <ul>
    {stayed.map(({ id, name, why }) => (
      <li key={id}>
        <strong>{name}</strong>: {why}
      </li>
    ))}
  </ul>
);
