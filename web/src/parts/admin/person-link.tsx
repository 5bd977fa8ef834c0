import { Link } from "@tanstack/react-router";
import { useStaffCan } from "../../lib/permissions.ts";
import { NameCell, TwoLines } from "../../ui/table.tsx";
import styles from "./admin.module.css";

interface PersonLinkProps {
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  /** In the first column of a list of people. */
  readonly strong?: boolean;
}

/** Someone by name and address, with the way to their page for whoever may look there. */
export function PersonLink({ person: { id, email, name }, strong = false }: PersonLinkProps) {
  const seesPeople = useStaffCan("staff.user.view");
  const shown = name === "" ? email : name;
  const Lines = strong ? NameCell : TwoLines;
  return (
    <Lines second={<span className={styles["address"]}>{email}</span>}>
      {seesPeople ? (
        <Link
          to="/admin/users/$userID"
          params={{ userID: id }}
          className={strong ? undefined : styles["person"]}
        >
          {shown}
        </Link>
      ) : (
        shown
      )}
    </Lines>
  );
}
