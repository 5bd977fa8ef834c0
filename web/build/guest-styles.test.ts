import { expect, test } from "vitest";
import { rulesOfFiles } from "./guest-styles.ts";

const ofGuests = new Set(["aaaaa"]);

test("rules without a class of a file stay, with those of the files, in their order", () => {
  const css =
    '@layer reset,base;@font-face{font-family:"A;}";src:url(a.woff2)}:root{--ink:#000}' +
    "._list_bbbbb_1{color:red}._form_aaaaa_1{gap:16px;& p{margin:0}}a{color:blue}";
  expect(rulesOfFiles(css, ofGuests)).toBe(
    '@layer reset,base;@font-face{font-family:"A;}";src:url(a.woff2)}:root{--ink:#000}' +
      "._form_aaaaa_1{gap:16px;& p{margin:0}}a{color:blue}",
  );
});

test("a rule stays if one of its selectors has a class of the files", () => {
  const css = "._list_bbbbb_1,._form_aaaaa_1 a{color:red}._list_bbbbb_1 a,._row_ccccc_2{gap:0}";
  expect(rulesOfFiles(css, ofGuests)).toBe("._list_bbbbb_1,._form_aaaaa_1 a{color:red}");
});

test("rules inside groups are chosen too, and an empty group goes", () => {
  const css =
    "@media (width<=420px){._form_aaaaa_1{gap:0}._list_bbbbb_1{gap:0}}" +
    "@media print{._list_bbbbb_1{gap:0}}@layer base{@media print{a{color:#000}}}" +
    "@keyframes _spin_bbbbb_1{to{rotate:1turn}}@keyframes _spin_aaaaa_9{to{rotate:1turn}}";
  expect(rulesOfFiles(css, ofGuests)).toBe(
    "@media (width<=420px){._form_aaaaa_1{gap:0}}@layer base{@media print{a{color:#000}}}" +
      "@keyframes _spin_aaaaa_9{to{rotate:1turn}}",
  );
});
