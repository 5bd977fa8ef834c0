/** Panels that a user dismissed in this browser; they stay visible for other users of the browser. */
import { useSessionInfo } from "../session/session.ts";
import { useStoredText } from "./stored-text.ts";

export function useDismissed(
  part: string,
): readonly [hidden: boolean, set: (hidden: boolean) => void] {
  const { user } = useSessionInfo();
  const [stored, store] = useStoredText(`hidden ${part} ${user.id}`);
  return [stored !== "", (hidden) => store(hidden ? "1" : "")];
}
