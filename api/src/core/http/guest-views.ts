/** Keeps the first views of pages that are the same for every guest, so that each is rendered once an hour. */
import type { FirstView } from "./page-rendering.ts";

/** The year in the footer and the time of the rendering are at most this old. */
const keptMs = 3_600_000;

/** More keys than there are pages, languages and sets of answers. */
const maxViews = 200;

interface KeptView {
  readonly view: FirstView;
  readonly renderedAt: number;
}

export type GuestViews = (
  key: string,
  now: Date,
  render: () => Promise<FirstView | null>,
) => Promise<FirstView | null>;

/** `key` names everything that the view depends on. A page that cannot be rendered is tried again. */
export function createGuestViews(): GuestViews {
  const kept = new Map<string, KeptView>();
  return async (key, now, render) => {
    const known = kept.get(key);
    if (known !== undefined && Math.abs(now.getTime() - known.renderedAt) < keptMs)
      return known.view;
    const view = await render();
    if (view === null) return null;
    if (kept.size >= maxViews) kept.clear();
    kept.set(key, { view, renderedAt: now.getTime() });
    return view;
  };
}
