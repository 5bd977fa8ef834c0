import { brand } from "../brand.ts";
import { apiAddress } from "../lib/api/api-origin.ts";
import { initials } from "../lib/i18n/format.ts";
import { classNames } from "./class-names.ts";
import styles from "./avatar.module.css";

/** The brand's mark and name. */
export const BrandLogo = () => (
  <span className={styles["brand"]}>
    <span className={styles["logo"]} aria-hidden="true" />
    {brand.name}
  </span>
);

interface AvatarProps {
  readonly name: string;
  /** URL of the picture; without it the initials are shown. */
  readonly src?: string | null | undefined;
  readonly large?: boolean;
}

/** Hidden from screen readers, because the name is always shown beside it. */
export function Avatar({ name, src = null, large = false }: AvatarProps) {
  const className = classNames(styles["avatar"], large && styles["large"]);
  return src === null ? (
    <span className={className} aria-hidden="true">
      {initials(name)}
    </span>
  ) : (
    <img className={className} src={apiAddress(src)} alt="" />
  );
}

/** A workspace's name with its square. */
export const WorkspaceLabel = ({ name, colour }: { name: string; colour: string }) => (
  <span className={styles["workspaceLabel"]}>
    <WorkspaceAvatar name={name} colour={colour} />
    <span translate="no">{name}</span>
  </span>
);

/** The server provides colors that are dark enough for white letters. */
export const WorkspaceAvatar = ({ name, colour }: { name: string; colour: string }) => (
  <span className={styles["workspaceAvatar"]} style={{ background: colour }} aria-hidden="true">
    {[...initials(name)][0]}
  </span>
);
