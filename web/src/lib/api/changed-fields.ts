/**
 * The fields that differ from before. Unchanged fields are not sent, so concurrent changes of others to them survive.
 */
export function changedFields<V extends object>(now: V, before: V): Partial<V> {
  const changed: Partial<V> = {};
  for (const field in now) if (now[field] !== before[field]) changed[field] = now[field];
  return changed;
}
