import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { parseSearch } from "../lib/api/search-params.ts";
import { useChangedColumns } from "../lib/browser/column-choice.ts";
import { lazyPart } from "../lib/browser/missing-code.ts";
import {
  isSameView,
  maxSavedViews,
  type SavedView,
  useSavedViews,
  viewSearch,
  withoutView,
  withView,
} from "../lib/browser/saved-views.ts";
import { useSession } from "../lib/session/session.ts";
import { Chip } from "../ui/filter-chip.tsx";
import { Icon } from "../ui/icons.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { toastWithUndo } from "./confirmation.ts";

const loadDialog = () => import("./view-name-dialog.tsx");
const ViewNameDialog = lazyPart(loadDialog);

interface SavedViewsProps {
  /** Names the list where its columns are remembered. */
  readonly listId: string;
  /** Names the views, where the filters of a list differ from place to place; `listId` if not given. */
  readonly scope?: string;
  readonly search: object;
}

/** A menu of the views that the user has saved of a list: each is a link, and the one on screen can be changed. */
export function SavedViews({ listId, scope = listId, search }: SavedViewsProps) {
  const { t } = useLingui();
  const { self } = useSession();
  const [views, setViews] = useSavedViews(self?.user.id ?? "", scope);
  const [changed, setChanged] = useChangedColumns(listId);
  const [named, setNamed] = useState<SavedView | "new" | null>(null);
  const shown = { search: viewSearch({ ...search }), columns: [...changed].toSorted() };
  const current = views.find((view) => isSameView(view, shown));
  const remove = (view: SavedView) => {
    setViews(withoutView(views, view.name));
    toastWithUndo({
      title: t`View ${view.name} deleted`,
      undoLabel: t`Undo`,
      undo: () => setViews(views),
    });
  };
  const save = (name: string) => {
    const others = named === "new" || named === null ? views : withoutView(views, named.name);
    setViews(withView(others, { ...(named === "new" || named === null ? shown : named), name }));
    setNamed(null);
  };
  const saveReason = () => {
    if (current !== undefined) return t`This view is saved as ${current.name}`;
    return views.length < maxSavedViews ? null : t`Delete a view first: ${maxSavedViews} are saved`;
  };
  const entries = (): readonly MenuEntry[] => [
    ...views.map(
      (view): MenuEntry => ({
        kind: "link",
        label: view.name,
        ...(view === current ? { icon: "check" } : {}),
        link: (
          <Link
            to="."
            search={() => parseSearch(view.search)}
            aria-current={view === current ? "true" : undefined}
            onClick={() => setChanged(new Set(view.columns))}
          />
        ),
      }),
    ),
    ...(views.length === 0 ? [] : [{ kind: "rule" } as const]),
    {
      label: t`Save this view`,
      icon: "plus",
      reason: saveReason(),
      onSelect: () => setNamed("new"),
    },
    ...(current === undefined
      ? []
      : [
          { label: t`Rename ${current.name}`, onSelect: () => setNamed(current) },
          {
            label: t`Delete ${current.name}`,
            icon: "trash" as const,
            tone: "danger" as const,
            onSelect: () => remove(current),
          },
        ]),
  ];
  return (
    <>
      <Menu entries={entries} align="start">
        {(trigger) => (
          <Chip {...trigger} on={current !== undefined}>
            {current === undefined ? (
              <Trans>Views</Trans>
            ) : (
              <>
                <Trans>View</Trans>: <span translate="no">{current.name}</span>
              </>
            )}
            <Icon name="down" size={14} />
          </Chip>
        )}
      </Menu>
      {named !== null && (
        <Suspense>
          <ViewNameDialog
            view={named === "new" ? null : named}
            taken={views.map(({ name }) => name)}
            onName={save}
            onClose={() => setNamed(null)}
          />
        </Suspense>
      )}
    </>
  );
}
