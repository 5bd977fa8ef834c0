/** What may be done with a webhook endpoint and its deliveries. */
import { createReason } from "../problem-reasons.ts";
import {
  type WebhookDeliveryRow,
  type WebhookEndpoint,
  webhookEndpoints,
} from "../webhook-endpoints.ts";
import { defineAction } from "./action.ts";

type EndpointSubject = Pick<WebhookEndpoint, "status">;
interface DeliverySubject extends Pick<WebhookDeliveryRow, "status"> {
  readonly endpoint: EndpointSubject;
}

const whileEnabled = ({ status }: EndpointSubject) =>
  status === "enabled" ? null : createReason("webhook_is_disabled");

export const webhookEndpointActions = {
  update: defineAction<object>(webhookEndpoints.update, {}),
  rotateSecret: defineAction<object>(webhookEndpoints.rotateSecret, {}),
  test: defineAction<EndpointSubject>(webhookEndpoints.test, { unavailable: whileEnabled }),
  remove: defineAction<object>(webhookEndpoints.remove, {}),
};

export const webhookDeliveryActions = {
  replay: defineAction<DeliverySubject>(webhookEndpoints.replay, {
    unavailable: ({ status, endpoint }) =>
      status === "pending" ? createReason("webhook_is_pending") : whileEnabled(endpoint),
  }),
};
