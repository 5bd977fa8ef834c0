/** Texts and links of the hosting company; its names are in the contracts and its colors in brand.css. */
import { companyBrand } from "#contracts/brand.ts";

export const brand = {
  ...companyBrand,
  tagline: "Run by Nature Built for the Future",
  /** The tagline split into lines, as on the sign-in page. */
  taglineLines: ["Run by Nature", "Built for the Future"],
  termsUrl: "https://boreal.example/terms",
  privacyUrl: "https://boreal.example/privacy",
  themeColour: { light: "#f6f8f6", dark: "#0b1110" },
} as const;
