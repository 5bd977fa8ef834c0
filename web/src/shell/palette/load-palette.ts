/** Fetched when a pointer or the focus comes near its button, or its key is pressed. */
export const loadPalette = () => import("./command-palette.tsx");
