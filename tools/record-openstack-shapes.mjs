/**
 * Reduces recorded exchanges with a real OpenStack to the shapes of their responses, for
 * emulators/openstack/recorded-shapes.test.ts: `node tools/record-openstack-shapes.mjs <folder of recordings>`.
 * A recording is a JSON file {request: {method, url, headers, body}, response: {status, headers, body}}.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toShape } from "../emulators/openstack/shape.ts";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Recordings of the requests that the product sends and that an operator would try on the emulator. */
const recordings = [
  "keystone-root",
  "keystone-v3",
  "keystone-token-password-project",
  "keystone-token-nocatalog",
  "keystone-err-401-bad-password",
  "keystone-err-401-no-such-project",
  "keystone-err-400-malformed",
  "keystone-token-appcred",
  "keystone-validate-token",
  "keystone-catalog",
  "keystone-revoke-token",
  "nova-versions",
  "nova-v21",
  "nova-err-401-no-token",
  "nova-err-401-bad-token",
  "nova-err-406-microversion",
  "nova-err-400-microversion",
  "nova-flavors",
  "nova-flavors-detail",
  "nova-flavors-detail-2.1",
  "nova-flavor-show",
  "nova-err-404-flavor",
  "nova-limits",
  "nova-quota-show",
  "nova-quota-detail",
  "nova-server-create",
  "nova-server-show-build",
  "nova-server-show-active",
  "nova-server-show-active-admin",
  "nova-server-show-2.1",
  "nova-server-show-shutoff",
  "nova-server-show-error-fault",
  "nova-err-400-networks-missing",
  "nova-err-400-flavor",
  "nova-err-400-image",
  "nova-err-400-image-malformed",
  "nova-err-400-network",
  "nova-err-400-name",
  "nova-err-500-userdata-nonascii",
  "nova-err-403-quota-exceeded",
  "nova-action-console-output",
  "nova-action-reboot-soft",
  "nova-action-reboot-hard",
  "nova-action-stop",
  "nova-action-start",
  "nova-action-err-409-stop-stopped",
  "nova-action-err-409-start-active",
  "nova-action-err-400-unknown-action",
  "nova-instance-actions",
  "nova-instance-action-show",
  "nova-instance-action-show-admin",
  "nova-server-tags",
  "nova-servers",
  "nova-servers-detail",
  "nova-servers-page",
  "nova-servers-changes-since",
  "nova-servers-err-400-filter",
  "nova-err-400-marker",
  "nova-err-404-server",
  "nova-hypervisors",
  "nova-hypervisors-detail",
  "nova-hypervisors-detail-2.1",
  "nova-err-403-hypervisors",
  "nova-server-delete",
  "glance-versions",
  "glance-images",
  "glance-image-show",
  "glance-err-404-image",
  "glance-err-401",
  "neutron-versions",
  "neutron-networks",
  "neutron-subnets",
  "neutron-sgs",
  "neutron-port-create",
  "neutron-port-delete",
  "neutron-ports-of-server",
  "neutron-err-404-network",
  "neutron-err-401",
  "neutron-floatingip-create",
  "neutron-floatingips",
  "neutron-floatingip-disassociate",
  "neutron-floatingip-delete",
  "neutron-err-409-overquota",
  "neutron-quota-details",
  "cinder-volume-create",
  "cinder-volumes-detail",
  "cinder-volume-show-in-use",
  "cinder-volume-delete",
  "cinder-err-400-delete-in-use",
  "cinder-err-404",
  "cinder-err-413-quota",
];

/** Headers that clients evaluate; all others depend on the web server in front. */
const comparedHeaders = [
  "x-subject-token",
  "location",
  "openstack-api-version",
  "x-openstack-nova-api-version",
  "www-authenticate",
  "x-openstack-request-id",
];

const uuid =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}|req-[0-9a-f-]+/g;

function reduceToShape(name) {
  const { request, response } = JSON.parse(
    readFileSync(path.join(process.argv[2], `${name}.json`), "utf8"),
  );
  const { pathname } = new URL(request.url);
  return {
    name,
    method: request.method,
    path: pathname.replaceAll(uuid, ":id"),
    status: response.status,
    headers: Object.keys(response.headers)
      .map((header) => header.toLowerCase())
      .filter((header) => comparedHeaders.includes(header))
      .sort(),
    shape: toShape(response.body),
  };
}

const file = path.join(root, "emulators/openstack/recorded-shapes.json");
writeFileSync(file, `${JSON.stringify(recordings.map(reduceToShape), null, 1)}\n`);
