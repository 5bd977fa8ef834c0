import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { type Chapter, chaptersOfFlow } from "../../../lib/session/sign-in-draft.ts";
import { Icon } from "../../../ui/icons.tsx";
import { authStyles as styles } from "./auth-form.tsx";

const chapterLabels: Record<Chapter, MessageDescriptor> = {
  register: msg`Account`,
  verify: msg`Verify email`,
  login: msg`Sign in`,
  "request-reset": msg`Request link`,
  "do-reset": msg`New password`,
};

/** Pages of the chapters. A new password has none, because it is only reachable by an email link. */
const chapterPaths = {
  register: "/auth/register",
  verify: "/auth/verify/resend",
  login: "/auth/login",
  "request-reset": "/auth/reset",
} as const;

function chapterForPath(path: string): Chapter | null {
  if (path === "/auth/register") return "register";
  if (path === "/auth/login") return "login";
  if (path.startsWith("/auth/verify/")) return "verify";
  if (path === "/auth/reset") return "request-reset";
  return path.startsWith("/auth/reset/") ? "do-reset" : null;
}

/** Shows the current chapter of the sign-in flow and the next ones. */
export function AuthSteps() {
  const { t, i18n } = useLingui();
  const current = chapterForPath(useLocation({ select: ({ pathname }) => pathname }));
  if (current === null) return null;
  return (
    <nav aria-label={t`Steps`}>
      <ol className={styles["steps"]}>
        {chaptersOfFlow(current).map((chapter, position) => (
          <li key={chapter}>
            {position > 0 && <Icon name="right" size={12} />}
            <Step
              chapter={chapter}
              name={i18n._(chapterLabels[chapter])}
              isCurrent={chapter === current}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Step({
  chapter,
  name,
  isCurrent,
}: {
  chapter: Chapter;
  name: string;
  isCurrent: boolean;
}) {
  if (isCurrent) return <span aria-current="step">{name}</span>;
  if (chapter === "do-reset") return <span>{name}</span>;
  return <Link to={chapterPaths[chapter]}>{name}</Link>;
}
