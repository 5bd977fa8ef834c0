import type { Stayed } from "./use-moves.tsx";

/** Machines that stay where they are, each with its reason. */
export const StayedList = ({ stayed }: { stayed: readonly Stayed[] }) => (
  <ul>
    {stayed.map(({ id, name, why }) => (
      <li key={id}>
        <strong>{name}</strong>: {why}
      </li>
    ))}
  </ul>
);
