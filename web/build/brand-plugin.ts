/** Inserts the brand's texts into the page template and preloads the font that every page uses. */
import type { HtmlTagDescriptor, Plugin } from "vite";
import { brand } from "../src/brand.ts";
import { isGlobalFont } from "./fonts.ts";

const meta = (attributes: Record<string, string>): HtmlTagDescriptor => ({
  tag: "meta",
  attrs: attributes,
  injectTo: "head",
});

export function brandPlugin(): Plugin {
  return {
    name: "boreal:brand-page",
    transformIndexHtml: {
      order: "post",
      handler(html, context) {
        const fonts = Object.values(context.bundle ?? {})
          .map((item) => item.fileName)
          .filter(isGlobalFont)
          .map(
            (file): HtmlTagDescriptor => ({
              tag: "link",
              attrs: {
                rel: "preload",
                as: "font",
                type: "font/woff2",
                href: `/${file}`,
                crossorigin: "",
              },
              injectTo: "head-prepend",
            }),
          );
        const tags = [
          ...fonts,
          { tag: "title", children: brand.name, injectTo: "head" as const },
          meta({ name: "description", content: brand.tagline }),
          meta({ property: "og:title", content: brand.name }),
          meta({ property: "og:description", content: brand.tagline }),
          meta({ property: "og:type", content: "website" }),
          meta({ property: "og:image", content: "/social.png" }),
          meta({ property: "og:image:width", content: "1200" }),
          meta({ property: "og:image:height", content: "630" }),
          meta({ name: "twitter:card", content: "summary_large_image" }),
          meta({
            name: "theme-color",
            content: brand.themeColour.light,
            media: "(prefers-color-scheme: light)",
          }),
          meta({
            name: "theme-color",
            content: brand.themeColour.dark,
            media: "(prefers-color-scheme: dark)",
          }),
        ];
        return { html, tags };
      },
    },
  };
}
