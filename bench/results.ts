/** Writes a bench's part of results.md, which begins with its heading, and leaves those of the others. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const file = new URL("./results.md", import.meta.url);

export function writeResults(part: string): void {
  const sectionHeading = (text: string) => text.split("\n")[0];
  const parts = (existsSync(file) ? readFileSync(file, "utf8") : "")
    .split(/^(?=# )/m)
    .map((text) => `${text.trim()}\n`)
    .filter((text) => text.length > 1);
  const at = parts.findIndex((one) => sectionHeading(one) === sectionHeading(part));
  parts.splice(at < 0 ? parts.length : at, at < 0 ? 0 : 1, `${part.trim()}\n`);
  writeFileSync(file, parts.join("\n"));
  console.log(part);
}
