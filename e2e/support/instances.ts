/** Instances for specs that do not test ordering. */
import { acceptedKeys } from "#contracts/ssh-key-fixtures.ts";
import { api } from "#contracts/api.ts";
import type { Customer } from "./api-client.ts";

/** Orders small instances, optionally into a project. They become active later. */
export async function createInstances(
  customer: Customer,
  hostnames: readonly string[],
  projectId?: string,
  workspace = customer.handle,
  { product: productName = "2 vCPU", region = "lulea" }: { product?: string; region?: string } = {},
): Promise<void> {
  const path = { workspace };
  const keys = await customer.call(api.credentials.list, { path });
  const key =
    keys.data[0] ??
    (await customer.call(api.credentials.create, {
      path,
      body: { name: "laptop", publicKey: acceptedKeys.ed25519.line },
    }));
  const offer = await customer.call(api.catalogue.offer, {});
  const product = offer.products.find(({ name }) => name === productName);
  await customer.call(api.instances.order, {
    path,
    body: {
      region,
      virtualProduct: product?.id ?? "",
      operatingsystem: offer.images[0]?.id ?? "",
      quantity: hostnames.length,
      hostname: [...hostnames],
      workspaceCredential: [key.id],
      priceSnapshotId: product?.priceSnapshotId ?? "",
      ...(projectId === undefined ? {} : { projectId }),
    },
  });
}
