import { catalogue } from "#contracts/catalogue.ts";
import { images } from "#contracts/images.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

export const imageQuery = (image: string) => endpointQuery(images.view, { path: { image } });

/** Queries to invalidate after an image changed. */
export const changedByImage = [images.list, images.view, images.families, catalogue.offer];
