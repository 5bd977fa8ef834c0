/** Labels and values of fields of images and volume types. */
import { msg } from "@lingui/core/macro";
import { catalogueStatuses } from "#contracts/images.ts";
import { formatDateTime, formatHourlyRate } from "../../lib/i18n/format.ts";
import type { ChangedField, ChangedFields } from "../activity/shared/feature-activity.ts";
import { catalogueStatusLabel } from "./status-labels.tsx";

const yesOrNo = (label: ChangedField["label"]): ChangedField => ({
  label,
  value: (value, { i18n }) => {
    if (typeof value !== "boolean") return null;
    return i18n._(value ? msg`Yes` : msg`No`);
  },
});

const status: ChangedField = {
  label: msg`Status`,
  value: (value, { i18n }) => {
    const known = catalogueStatuses.find((one) => one === value);
    return known === undefined ? null : catalogueStatusLabel(i18n, known);
  },
};

export const changedFields: ChangedFields = {
  "images.status": status,
  "virtualProducts.status": status,
  "volumeProducts.status": status,
  family: { label: msg`Family` },
  position: { label: msg`Place in lists` },
  version: { label: msg`Version` },
  architecture: { label: msg`Architecture` },
  minDiskGb: { label: msg`Minimum disk in GB` },
  minMemoryMb: { label: msg`Minimum memory in MB` },
  defaultUser: { label: msg`Default user` },
  endOfLife: { label: msg`End of life` },
  supportsSecurityKeys: yesOrNo(msg`Security keys`),
  "images.isDefault": yesOrNo(msg`Default of the family`),
  glanceImage: { label: msg`Image of a region` },
  rateMicrosPerGbMonth: {
    label: msg`Price per GB and month`,
    value: (value) => (typeof value === "number" ? formatHourlyRate(value) : null),
  },
  rateMicrosPerHour: {
    label: msg`Price per hour`,
    value: (value) => (typeof value === "number" ? formatHourlyRate(value) : null),
  },
  validFrom: {
    label: msg`From`,
    value: (value, { localeSettings }) =>
      typeof value === "string" ? formatDateTime(value, localeSettings) : null,
  },
  minSizeGb: { label: msg`Smallest size in GB` },
  maxSizeGb: { label: msg`Largest size in GB` },
};
