import { Link } from "@tanstack/react-router";
import { useHasStaffPermission } from "../../lib/session/permissions.ts";
import { NameCell, StackedCell } from "../../ui/table.tsx";
import styles from "./admin.module.css";

interface UserLinkProps {
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  /** In the first column of a list of people. */
  readonly strong?: boolean;
}

/** Someone by name and address, with the way to their page for whoever may look there. */
export function UserLink({ person: { id, email, name }, strong = false }: UserLinkProps) {
  const seesPeople = useHasStaffPermission("staff.user.view");
  const shown = name === "" ? email : name;
  const Lines = strong ? NameCell : StackedCell;
  return (
    <Lines subtitle={<span className={styles["email"]}>{email}</span>}>
      {seesPeople ? (
        <Link
          to="/admin/users/$userID"
          params={{ userID: id }}
          className={strong ? undefined : styles["user"]}
        >
          {shown}
        </Link>
      ) : (
        shown
      )}
    </Lines>
  );
}
