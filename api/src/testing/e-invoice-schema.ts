/**
 * The official XML schema of Factur-X with the profile EN 16931: elements, their order and number, and the types of their
 * values. It comes from a package that carries it, for tests only.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ParseOption, XmlDocument, XmlValidateError, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";

xmlRegisterFsInputProviders();
const entry = import.meta.resolve("@stackforge-eu/factur-x");
const schema = fileURLToPath(new URL("../schema/en16931/FACTUR-X_EN16931.xsd", entry));
let validator: XsdValidator | null = null;

function load(): XsdValidator {
  const content = readFileSync(schema);
  using document = XmlDocument.fromBuffer(content, {
    url: schema,
    option: ParseOption.XML_PARSE_NONET,
  });
  return XsdValidator.fromDoc(document);
}

/** What the schema finds in a CII document; nothing in a valid one. */
export function schemaErrors(cii: string): string[] {
  validator ??= load();
  using document = XmlDocument.fromString(cii);
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.map(({ message }) => message.trim());
  }
}
