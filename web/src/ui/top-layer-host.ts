import { useEffect, useState } from "react";

/**
 * An element that moves to the end of the document when it is about to show something. Open modal dialogs keep such
 * an element interactive and do not count a click on it as an outside click.
 */
export function useTopLayerHost(isShown: boolean): HTMLElement | null {
  // The server has no document, and shows nothing on top.
  const [host] = useState(() => ("document" in globalThis ? document.createElement("div") : null));
  useEffect(() => {
    if (!isShown || host === null) return undefined;
    document.body.append(host);
    return () => host.remove();
  }, [isShown, host]);
  return host;
}
