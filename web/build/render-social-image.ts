/**
 * Renders web/public/social.png, the preview image for links to the console: `node web/build/render-social-image.ts`.
 */
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { brand } from "../src/brand.ts";

const font = readFileSync(
  new URL(
    "../../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
    import.meta.url,
  ),
).toString("base64");

const page = `<!doctype html>
<style>
  @font-face { font-family: Hanken; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; background: #08130f; color: #e9f1ed; font-family: Hanken }
  svg { position: absolute; inset: -16% -10%; width: 120%; height: 120%; filter: blur(44px); opacity: .9 }
  .mark { position: absolute; left: 80px; top: 72px; display: flex; align-items: center; gap: 20px; font-size: 38px; font-weight: 650; letter-spacing: -.01em }
  .mark i { width: 56px; height: 56px; border-radius: 15px; overflow: hidden; position: relative; background: linear-gradient(100deg, #0b6b4c, #1fa37a 38%, #4aa3c7 72%, #6d74c9) }
  .mark i::after { content: ""; position: absolute; left: -10px; right: -10px; bottom: -23px; height: 43px; border-radius: 50%; background: #f6f8f6; opacity: .94 }
  p { position: absolute; left: 80px; bottom: 68px; margin: 0; font-size: 68px; line-height: 76px; font-weight: 600; letter-spacing: -.025em }
</style>
<svg viewBox="0 0 100 100" preserveAspectRatio="none">
  <path d="M-10 31C24 22 40 40 64 24S92 0 112 -6V10C94 18 82 30 64 40S22 38-10 50Z" fill="#3d3f8f"/>
  <path d="M-10 40C24 34 42 48 66 33S96 10 112 5V22C94 30 84 44 64 50S22 50-10 60Z" fill="#256d9c"/>
  <path d="M-10 53C26 46 46 56 68 43S96 24 112 20V31C94 38 84 52 64 58S20 60-10 68Z" fill="#1f9a72"/>
</svg>
<div class="mark"><i></i>${brand.name}</div>
<p>${brand.taglineLines.join("<br>")}</p>`;

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await tab.setContent(page);
await tab.evaluate(() => document.fonts.ready);
await tab.screenshot({ path: new URL("../public/social.png", import.meta.url).pathname });
await browser.close();
