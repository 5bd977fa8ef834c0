import { useLingui } from "@lingui/react/macro";
import { useOnNavigate } from "../lib/hooks/use-on-navigate.ts";
import { Drawer } from "../ui/dialog.tsx";
import { Sidebar } from "./sidebar.tsx";

/** The sidebar of small screens; it closes when a page is chosen. */
export default function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  useOnNavigate(onClose);
  return (
    <Drawer open label={t`Sidebar`} onClose={onClose}>
      <Sidebar />
    </Drawer>
  );
}
