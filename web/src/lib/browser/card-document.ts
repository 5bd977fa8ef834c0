/** Which documents may show a card form. Guards of routes ask it, so it is apart from the form. */

/** The element with the settings of the card form; null in a document without one. */
export const cardFormSettings = (): HTMLMetaElement | null =>
  document.querySelector<HTMLMetaElement>('meta[name="boreal-card-form"]');

/** The path whose document this is. */
const documentPath = typeof location === "undefined" ? null : location.pathname;

/**
 * Whether this document may show a card form. Only the documents of some pages may load the provider's script, so a
 * navigation inside the console to them loads their document.
 */
export const needsCardDocument = (path: string): boolean =>
  documentPath !== null && documentPath !== path && cardFormSettings() === null;
