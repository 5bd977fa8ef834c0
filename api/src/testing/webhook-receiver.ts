/** A customer's server that receives webhooks, on a real socket. */
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { WebhookMessage } from "#contracts/webhook-events.ts";
import { api } from "#contracts/api.ts";
import type { WebhookEventType } from "#contracts/webhook-event-types.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { signIn, type TestUser } from "./users.ts";

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: z.infer<typeof WebhookMessage>;
}

type Answer = (response: ServerResponse, received: ReceivedWebhook) => void;
const accept: Answer = (response) => void response.writeHead(204).end();

export class WebhookReceiver {
  readonly #server: Server;
  readonly received: ReceivedWebhook[] = [];
  /** How the receiver responds; 204 by default. */
  answer: Answer = accept;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on("request", (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const body = Buffer.concat(parts).toString();
        const message = WebhookMessage.parse(JSON.parse(body));
        const received = { path: request.url ?? "", headers: request.headers, body, message };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  url(path = "/hook"): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Responds with this status from now on. */
  respondWith(status: number, body = "", headers: Readonly<Record<string, string>> = {}): void {
    this.answer = (response) => void response.writeHead(status, headers).end(body);
  }

  reset(): void {
    this.answer = accept;
    this.received.length = 0;
  }

  get types(): string[] {
    return this.received.map(({ message }) => message.type);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

const Signed = z.object({
  "webhook-id": z.string(),
  "webhook-timestamp": z.string(),
  "webhook-signature": z.string(),
});

/** Whether one of the signatures was made with the secret, by the library that customers use. */
export function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const signed = Signed.parse(headers);
  const at = new Date(Number(signed["webhook-timestamp"]) * 1_000);
  const expected = new Webhook(secret).sign(signed["webhook-id"], at, body);
  return signed["webhook-signature"].split(" ").includes(expected);
}

/** Creates an endpoint through the API. */
export async function createWebhook(
  env: TestEnvironment,
  user: Pick<TestUser, "id">,
  path: { readonly workspace: string },
  body: { url: string; eventTypes: WebhookEventType[]; name?: string },
) {
  const client = await signIn(env, user.id);
  const { data } = await client.call(api.webhookEndpoints.create, {
    path,
    body: { name: "Test", ...body },
  });
  return { id: data.webhookEndpoint.id, secret: data.secret };
}
