/** Name, texts and links of the hosting company; its colors are in brand.css. */
export const brand = {
  name: "Boreal",
  company: "Boreal Cloud AB",
  tagline: "Run by Nature Built for the Future",
  /** The tagline split into lines, as on the sign-in page. */
  taglineLines: ["Run by Nature", "Built for the Future"],
  termsUrl: "https://boreal.example/terms",
  privacyUrl: "https://boreal.example/privacy",
  themeColour: { light: "#f6f8f6", dark: "#0b1110" },
} as const;
