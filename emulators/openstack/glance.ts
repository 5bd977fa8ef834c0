/** Glance v2: the images of a region, read-only. Control requests change them. */
import { createHash } from "node:crypto";
import { type ImageData, type RegionData, stableHexId } from "./cloud-data.ts";
import { type EmulatorResponse, type EmulatorRequest, dispatch, route } from "../lib/routes.ts";
import type { Caller } from "./service.ts";
import type { CloudState } from "./state.ts";

interface Context {
  request: EmulatorRequest;
  region: RegionData;
  state: CloudState;
}

const createdAt = "2026-01-15T08:00:00Z";

function imageView(image: ImageData, status: string) {
  const hash = (algorithm: string) => createHash(algorithm).update(image.id).digest("hex");
  return {
    os_distro: image.osDistro,
    os_version: image.osVersion,
    architecture: image.architecture,
    name: image.name,
    disk_format: "qcow2",
    container_format: "bare",
    visibility: "public",
    size: image.sizeBytes,
    virtual_size: image.minDiskGb * 1024 ** 3,
    status,
    checksum: hash("md5"),
    protected: false,
    min_ram: image.minRamMb,
    min_disk: image.minDiskGb,
    owner: stableHexId("project images"),
    os_hidden: false,
    os_hash_algo: "sha512",
    os_hash_value: hash("sha512"),
    id: image.id,
    created_at: createdAt,
    updated_at: createdAt,
    tags: [],
    self: `/v2/images/${image.id}`,
    file: `/v2/images/${image.id}/file`,
    schema: "/v2/schemas/image",
    stores: "file",
  };
}

export function visibleImages(region: RegionData, state: CloudState) {
  return region.images
    .map((image) => ({ image, status: state.imageStatus(image.id) }))
    .filter(({ status }) => status !== "deleted");
}

/** Glance returns its errors as HTML. */
function glanceError(status: number, title: string, message: string): EmulatorResponse {
  return {
    status,
    body: { message: `${message}<br /><br />\n\n\n`, code: `${status} ${title}`, title },
  };
}

const routes = [
  route<Context>("GET", "/v2/images", ({ request, region, state }) => {
    const filters: [string, (row: ReturnType<typeof imageView>) => string][] = [
      ["name", (row) => row.name],
      ["status", (row) => row.status],
      ["visibility", (row) => row.visibility],
      ["os_distro", (row) => row.os_distro],
    ];
    const rows = visibleImages(region, state)
      .map(({ image, status }) => imageView(image, status))
      .filter((row) =>
        filters.every(
          ([name, read]) => !request.query.has(name) || request.query.get(name) === read(row),
        ),
      );
    const marker = request.query.get("marker");
    const start = marker === null ? 0 : rows.findIndex((row) => row.id === marker) + 1;
    if (marker !== null && start === 0) {
      return glanceError(404, "Not Found", `Image ${marker} could not be found.`);
    }
    const limit = Math.min(Number(request.query.get("limit") ?? 25), 1000);
    const page = rows.slice(start, start + limit);
    const last = page.at(-1);
    const next = new URLSearchParams(request.query);
    if (last !== undefined) next.set("marker", last.id);
    return {
      status: 200,
      body: {
        images: page,
        first: "/v2/images",
        ...(start + limit < rows.length ? { next: `/v2/images?${next}` } : {}),
        schema: "/v2/schemas/images",
      },
    };
  }),
  route<Context>("GET", "/v2/images/:id", ({ region, state }, id) => {
    const entry = visibleImages(region, state).find(({ image }) => image.id === id);
    if (entry === undefined) return glanceError(404, "Not Found", `No image found with ID ${id}`);
    return { status: 200, body: imageView(entry.image, entry.status) };
  }),
];

export function handleGlance(
  request: EmulatorRequest,
  path: string,
  region: RegionData,
  state: CloudState,
  caller: Caller | undefined,
): EmulatorResponse {
  if (path === "/" || path === "") {
    const link = { rel: "self", href: `${request.origin}/${region.name}/image/v2/` };
    return {
      status: 300,
      body: {
        versions: ["v2.15", "v2.13", "v2.0"].map((id, index) => ({
          id,
          status: index === 0 ? "CURRENT" : "SUPPORTED",
          links: [link],
        })),
      },
    };
  }
  if (caller === undefined) {
    return {
      ...glanceError(
        401,
        "Unauthorized",
        "This server could not verify that you are authorized to access the document you requested.",
      ),
      headers: { "WWW-Authenticate": `Keystone uri="${request.origin}/identity/v3"` },
    };
  }
  return (
    dispatch(routes, request.method, path, { request, region, state }) ??
    glanceError(404, "Not Found", "The resource could not be found.")
  );
}
