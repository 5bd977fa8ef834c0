/** The hosting company's name, words and links; its colours stand beside this file in brand.css. */
export const brand = {
  name: "Boreal",
  company: "Boreal Cloud AB",
  tagline: "Run by Nature Built for the Future",
  /** The same words, as the sign-in page sets them. */
  taglineLines: ["Run by Nature", "Built for the Future"],
  termsUrl: "https://boreal.example/terms",
  privacyUrl: "https://boreal.example/privacy",
  themeColour: { light: "#f6f8f6", dark: "#0b1110" },
} as const;
