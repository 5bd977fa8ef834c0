import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);
const isOnline = () => onlineManager.isOnline();

/** Whether the browser has a network. Without one, reads wait and no error says so. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline);
