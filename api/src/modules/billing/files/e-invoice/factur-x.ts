/** The attachment that makes a PDF a Factur-X (ZUGFeRD) invoice of the profile EN 16931. */
import type { Attachment } from "../pdf/page-writer.ts";

const namespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

const property = (name: string, description: string) => `
<rdf:li rdf:parseType="Resource">
  <pdfaProperty:name>${name}</pdfaProperty:name>
  <pdfaProperty:valueType>Text</pdfaProperty:valueType>
  <pdfaProperty:category>external</pdfaProperty:category>
  <pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`;

/** PDF/A knows only properties whose schema the document describes. */
const metadata = `
<rdf:Description rdf:about="" xmlns:fx="${namespace}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas>
    <rdf:Bag>
      <rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
        <pdfaSchema:property>
          <rdf:Seq>${property("DocumentFileName", "name of the embedded XML invoice file")}${property("DocumentType", "INVOICE")}${property("Version", "The actual version of the Factur-X XML schema")}${property("ConformanceLevel", "The conformance level of the embedded Factur-X data")}
          </rdf:Seq>
        </pdfaSchema:property>
      </rdf:li>
    </rdf:Bag>
  </pdfaExtension:schemas>
</rdf:Description>`;

export const toFacturX = (cii: string): Attachment => ({
  name: "factur-x.xml",
  type: "text/xml",
  description: "The invoice as EN 16931 (Factur-X, ZUGFeRD)",
  bytes: Buffer.from(cii),
  metadata,
});
