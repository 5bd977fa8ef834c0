/** Replaces one benchmark's section of results.md, identified by its heading. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const file = new URL("./results.md", import.meta.url);

export function writeResults(section: string): void {
  const sectionHeading = (text: string) => text.split("\n")[0];
  const sections = (existsSync(file) ? readFileSync(file, "utf8") : "")
    .split(/^(?=# )/m)
    .map((text) => `${text.trim()}\n`)
    .filter((text) => text.length > 1);
  const at = sections.findIndex((one) => sectionHeading(one) === sectionHeading(section));
  sections.splice(at < 0 ? sections.length : at, at < 0 ? 0 : 1, `${section.trim()}\n`);
  writeFileSync(file, sections.join("\n"));
  console.log(section);
}
