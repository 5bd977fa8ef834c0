/** Styles of emails: inline for every client, and classes for clients that support a dark scheme. */
import type { CSSProperties } from "react";

const light = {
  page: "#f6f8f6",
  surface: "#ffffff",
  line: "#e1e8e3",
  ink: "#13201a",
  muted: "#5a6b62",
  accent: "#0b6b4c",
  onAccent: "#ffffff",
  sunken: "#eef2ef",
};
const dark = {
  page: "#0b1110",
  surface: "#111917",
  line: "#1f2b28",
  ink: "#e9f1ed",
  muted: "#8a9b92",
  accent: "#4cc592",
  onAccent: "#06120d",
  sunken: "#0d1413",
};

const fontFamily = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

export const styles = {
  page: { backgroundColor: light.page, margin: 0, padding: "24px 12px", fontFamily },
  container: { width: "100%", maxWidth: "600px", borderCollapse: "separate" },
  card: {
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderTop: `4px solid ${light.accent}`,
    borderRadius: "10px",
    padding: "28px 28px 16px",
    textAlign: "left",
    fontFamily,
  },
  brand: {
    color: light.ink,
    fontSize: "16px",
    lineHeight: "24px",
    fontWeight: 600,
    margin: "0 0 12px",
    padding: "0 4px",
  },
  footer: {
    color: light.muted,
    fontSize: "13px",
    lineHeight: "20px",
    margin: "16px 0 0",
    padding: "0 4px",
  },
  heading: {
    color: light.ink,
    fontSize: "22px",
    lineHeight: "30px",
    fontWeight: 600,
    margin: "0 0 20px",
  },
  text: {
    color: light.ink,
    fontSize: "16px",
    lineHeight: "25px",
    margin: "0 0 16px",
    overflowWrap: "break-word",
  },
  facts: {
    backgroundColor: light.sunken,
    color: light.ink,
    borderRadius: "6px",
    padding: "12px 16px",
    margin: "0 0 16px",
    fontSize: "14px",
    lineHeight: "22px",
    overflowWrap: "break-word",
  },
  muted: {
    color: light.muted,
    fontSize: "13px",
    lineHeight: "20px",
    margin: "0 0 20px",
    wordBreak: "break-all",
  },
  link: { color: light.accent, textDecoration: "underline", wordBreak: "break-all" },
  buttonRow: { margin: "24px 0 16px" },
  button: {
    backgroundColor: light.accent,
    color: light.onAccent,
    borderRadius: "6px",
    padding: "12px 20px",
    fontSize: "16px",
    fontWeight: 600,
  },
  code: {
    backgroundColor: light.sunken,
    color: light.ink,
    borderRadius: "6px",
    padding: "16px",
    margin: "0 0 16px",
    textAlign: "center",
    fontFamily: "ui-monospace,Menlo,Consolas,monospace",
    fontSize: "32px",
    lineHeight: "40px",
    fontWeight: 600,
    letterSpacing: "6px",
  },
} satisfies Record<string, CSSProperties>;

const darkRules = (prefix: string) =>
  [
    // The library styles a table cell inside the body as well.
    `.page,.page>table>tbody>tr>td{background-color:${dark.page}!important}`,
    `.card{background-color:${dark.surface}!important;border-color:${dark.line}!important;border-top-color:${dark.accent}!important}`,
    `.brand,.heading,.text{color:${dark.ink}!important}`,
    `.code,.facts{background-color:${dark.sunken}!important;color:${dark.ink}!important}`,
    `.muted{color:${dark.muted}!important}`,
    `.link{color:${dark.accent}!important}`,
    `.button{background-color:${dark.accent}!important;color:${dark.onAccent}!important}`,
  ]
    .join("")
    .replaceAll(/(?<=^|[,}])\./g, `${prefix}.`);

/**
 * Inline styles cannot depend on the color scheme, so these rules override them. Outlook.com marks its dark
 * scheme with an attribute.
 */
export const styleSheet = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  `@media (prefers-color-scheme:dark){${darkRules("")}}`,
  darkRules("[data-ogsc] "),
  "@media (max-width:480px){.card{padding:20px 18px 8px!important}.heading{font-size:20px!important;line-height:27px!important}}",
].join("");
