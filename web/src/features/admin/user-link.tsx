import { Link } from "@tanstack/react-router";
import { useHasStaffPermission } from "../../lib/session/permissions.ts";
import { NameCell, StackedCell } from "../../ui/table.tsx";
import styles from "./admin.module.css";

interface UserLinkProps {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  /** Emphasized, for the first column of a user list. */
  readonly strong?: boolean;
}

/** A user's name and email, linked to the user's page if the viewer may open it. */
export function UserLink({ user: { id, email, name }, strong = false }: UserLinkProps) {
  const canViewUsers = useHasStaffPermission("staff.user.view");
  const displayName = name === "" ? email : name;
  const Lines = strong ? NameCell : StackedCell;
  return (
    <Lines subtitle={<span className={styles["email"]}>{email}</span>}>
      {canViewUsers ? (
        <Link
          to="/admin/users/$userID"
          params={{ userID: id }}
          className={strong ? undefined : styles["user"]}
        >
          {displayName}
        </Link>
      ) : (
        displayName
      )}
    </Lines>
  );
}
