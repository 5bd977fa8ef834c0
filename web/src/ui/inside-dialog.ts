import { createContext } from "react";

/** True for everything that a dialog contains. */
export const InsideDialog = createContext(false);
