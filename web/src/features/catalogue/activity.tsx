/** Activity sentences of images, virtual products and volume types. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import {
  asText,
  changedValue,
  type FeatureActivity,
  type SentenceContext,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: (context) =>
    describeImageAction(context) ?? describeVolumeAction(context) ?? describeProductAction(context),
  detail: (_i18n, { action, changes }) =>
    action === "images.update" ? asText(changedValue(changes, "glanceImage")) : null,
  targets: {
    image: ({ target }) => (
      <Link to="/admin/images/$imageID" params={{ imageID: target.id }}>
        {target.name}
      </Link>
    ),
    virtual_product: ({ target }) => (
      <Link to="/admin/virtual-products/$productID" params={{ productID: target.id }}>
        {target.name}
      </Link>
    ),
  },
};

function describeProductAction({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "virtualProducts.addPrice":
      return (
        <Trans>
          {actor} set a price of the product {target}
        </Trans>
      );
    case "virtualProducts.cancelPrice":
      return (
        <Trans>
          {actor} canceled a price of the product {target}
        </Trans>
      );
    case "virtualProducts.activate":
      return (
        <Trans>
          {actor} activated the product {target}
        </Trans>
      );
    case "virtualProducts.update":
      return (
        <Trans>
          {actor} changed the product {target}
        </Trans>
      );
    case "virtualProducts.deactivate":
      return (
        <Trans>
          {actor} deactivated the product {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeImageAction({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "images.create":
      return (
        <Trans>
          {actor} added the image {target}
        </Trans>
      );
    case "images.update":
      return (
        <Trans>
          {actor} changed the image {target}
        </Trans>
      );
    case "images.activate":
      return (
        <Trans>
          {actor} activated the image {target}
        </Trans>
      );
    case "images.deactivate":
      return (
        <Trans>
          {actor} deactivated the image {target}
        </Trans>
      );
    case "images.restore":
      return (
        <Trans>
          {actor} restored the image {target}
        </Trans>
      );
    case "images.remove":
      return (
        <Trans>
          {actor} deleted the image {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeVolumeAction({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "volumeProducts.update":
      return (
        <Trans>
          {actor} changed the volume type {target}
        </Trans>
      );
    case "volumeProducts.activate":
      return (
        <Trans>
          {actor} activated the volume type {target}
        </Trans>
      );
    case "volumeProducts.deactivate":
      return (
        <Trans>
          {actor} deactivated the volume type {target}
        </Trans>
      );
    case "volumeProducts.restore":
      return (
        <Trans>
          {actor} restored the volume type {target}
        </Trans>
      );
    case "volumeProducts.remove":
      return (
        <Trans>
          {actor} deleted the volume type {target}
        </Trans>
      );
    default:
      return null;
  }
}
