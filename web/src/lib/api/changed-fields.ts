/** Only what is another one now: what somebody else changed meanwhile stays as they made it. */
export function changedFields<V extends object>(now: V, before: V): Partial<V> {
  const changed: Partial<V> = {};
  for (const field in now) if (now[field] !== before[field]) changed[field] = now[field];
  return changed;
}
