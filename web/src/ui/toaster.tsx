import { Toast } from "@base-ui/react/toast";
import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { Icon } from "./icons.tsx";
import type { ToastOptions } from "./toast.ts";
import styles from "./toaster.module.css";

const manager = Toast.createToastManager();

const timeoutMilliseconds = 6_000;

/** Toasts requested before the toaster is mounted; null afterwards. The manager drops toasts without a subscriber. */
let queuedToasts: ToastOptions[] | null = [];

export function show(options: ToastOptions): void {
  if (queuedToasts === null) addToast(options);
  else queuedToasts.push(options);
}

function addToast({ title, text, tone = "ok", action }: ToastOptions): void {
  const id = manager.add({
    title,
    description: text,
    type: tone,
    priority: tone === "danger" ? "high" : "low",
    timeout: timeoutMilliseconds,
    ...(action === undefined
      ? {}
      : {
          actionProps: {
            children: action.label,
            onClick: () => {
              manager.close(id);
              action.onPress();
            },
          },
        }),
  });
}

export default function Toaster() {
  // The provider below is subscribed by then: effects of children run first.
  useEffect(() => {
    const first = queuedToasts ?? [];
    queuedToasts = null;
    for (const options of first) addToast(options);
    return () => {
      queuedToasts = [];
    };
  }, []);
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className={styles["viewport"]}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { t } = useLingui();
  const { toasts } = Toast.useToastManager();
  return toasts.map((item) => (
    <Toast.Root key={item.id} toast={item} className={styles["toast"]}>
      <Icon name={item.type === "danger" ? "warning" : "check"} />
      <div>
        <Toast.Title className={styles["title"]} />
        <Toast.Description className={styles["text"]} />
      </div>
      <Toast.Action className={styles["action"]} />
      {/* Base UI hides toasts from screen readers while they are stacked; here they are never stacked. */}
      <Toast.Close className={styles["close"]} aria-label={t`Close`} aria-hidden={false}>
        <Icon name="close" size={14} />
      </Toast.Close>
    </Toast.Root>
  ));
}
