import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);
const isOnline = () => onlineManager.isOnline();

/** Whether the browser has a network. Without one, queries are paused and report no error. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, isOnline);
