/**
 * Routes whose code is part of the console's entry, by their ids: the frame and the list of instances, which most visits
 * open first. As imports of their own, they would be requested when the entry has run: a round trip later.
 */
const eagerRoutes: Readonly<Record<string, string>> = {
  "/_console": "_console",
  "/_console/$workspace": "_console/$workspace",
  "/_console/$workspace/instances/": "_console/$workspace/instances.index",
};

const eagerFiles = new Set(Object.values(eagerRoutes));

export const isEagerRoute = (routeId: string): boolean => routeId in eagerRoutes;

/** Whether `file` is that of an eager route, relative to `routes` and without extension. */
export const isEagerFile = (file: string): boolean => eagerFiles.has(file);
