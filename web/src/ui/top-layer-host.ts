import { useEffect, useState } from "react";

/**
 * An element that moves to the end of the document each time something is to be shown in it. A dialog that
 * is open already leaves such an element usable, and does not take a press on it for a press outside.
 */
export function useTopLayerHost(isShown: boolean): HTMLElement {
  const [host] = useState(() => document.createElement("div"));
  useEffect(() => {
    if (!isShown) return undefined;
    document.body.append(host);
    return () => host.remove();
  }, [isShown, host]);
  return host;
}
