/** Requests of the files of documents, for tests. */
import type { TestClient } from "./client.ts";
import { readPdf } from "./pdf-text.ts";

const download = async (client: TestClient, address: string, token?: string) => {
  const headers = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  const response = await client.send("GET", address, undefined, headers);
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
};

export const billingFiles = (client: TestClient, workspace: string, token?: string) => {
  const base = `/api/v1/workspaces/${workspace}/billing`;
  return {
    pdf: (id: string) => download(client, `${base}/invoices/${id}.pdf`, token),
    xml: (id: string, format?: string) =>
      download(
        client,
        `${base}/invoices/${id}.xml${format === undefined ? "" : `?format=${format}`}`,
        token,
      ),
    notice: (id: string) => download(client, `${base}/history/${id}/notice`, token),
    readPdf: async (id: string) =>
      readPdf((await download(client, `${base}/invoices/${id}.pdf`, token)).bytes),
    readXml: async (id: string, format: "ubl" | "cii") =>
      new TextDecoder().decode(
        (await download(client, `${base}/invoices/${id}.xml?format=${format}`, token)).bytes,
      ),
  };
};
