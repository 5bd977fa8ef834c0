/**
 * The requests of the current page: its query, its forms, its actions and those of its rows. Each part of the page
 * registers its own, and the code button of the top bar shows them.
 */
import { createContext, useContext, useSyncExternalStore } from "react";
import { isSensitiveRequest } from "../../lib/api/sensitive-endpoints.ts";
import { useRegistration } from "../../lib/hooks/use-registration.ts";
import { InsideDialog } from "../../ui/inside-dialog.ts";
import type { FormRequestPreview } from "./request-preview.ts";

export interface CodeAction {
  /** Label of the action in its menu or button; null for a request that is named by method and path. */
  readonly label: string | null;
  readonly preview: FormRequestPreview;
  /** Disabled reason of the action. */
  readonly reason?: string | null | undefined;
}

export interface CodeGroup {
  /** Name of the row; null for the page itself. */
  readonly item: string | null;
  readonly actions: readonly CodeAction[];
}

/** The order in which the dialog lists them. */
const kinds = ["form", "query", "action", "row"] as const;
type Kind = (typeof kinds)[number];

type Source = () => { readonly kind: Kind; readonly read: () => readonly CodeGroup[] };

let sources: readonly Source[] = [];
const listeners = new Set<() => void>();

function setSources(next: readonly Source[]): void {
  sources = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function addSource(source: Source): () => void {
  setSources([...sources, source]);
  return () => setSources(sources.filter((other) => other !== source));
}

/** True inside a layout whose top bar has the code button. */
export const HasCodeButton = createContext(false);

/** Whether the top bar shows the code of the component; in a dialog the component shows it itself. */
export const useIsShownByPage = (): boolean => {
  const hasButton = useContext(HasCodeButton);
  return !useContext(InsideDialog) && hasButton;
};

/** Registers requests of the page. They are read when the code is shown, so that they have the current values. */
export function usePageCode(kind: Kind, read: () => readonly CodeGroup[], isActive = true): void {
  const isShown = useIsShownByPage();
  useRegistration(addSource, { kind, read }, isShown && isActive);
}

/** Whether the page has requests to show. */
export const useHasPageCode = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => sources.length > 0,
    () => false,
  );

const isOpen = ({ preview }: CodeAction): boolean => !preview.requests.some(isSensitiveRequest);

/** The requests of the page, without those that may hold a secret; the page itself is the first group. */
export function readPageCode(): readonly CodeGroup[] {
  const inOrder = sources
    .map((source) => source())
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
  const groups = inOrder
    .flatMap(({ read }) => read())
    .map(({ item, actions }) => ({ item, actions: actions.filter(isOpen) }));
  const ofPage = groups.filter(({ item }) => item === null).flatMap(({ actions }) => actions);
  return [{ item: null, actions: ofPage }, ...groups.filter(({ item }) => item !== null)].filter(
    ({ actions }) => actions.length > 0,
  );
}
