/** Loads the palette's code on hover or focus of its button, or on its shortcut. */
export const loadPalette = () => import("./command-palette.tsx");
