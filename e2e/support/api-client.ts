/** Customers made for one story, by the calls the console makes too. */
import { randomUUID } from "node:crypto";
import { TestClient } from "#api/testing/client.ts";
import { api } from "#contracts/api.ts";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";

export const demoPassword = "northern-lights-2026";

/** Someone using the API beside the browser: to bring things about that are not what a story tells. */
export class ApiClient {
  readonly #client: TestClient;

  constructor(url: string) {
    this.#client = new TestClient(url);
  }

  /** Fails the story when the call is refused. */
  async call<C extends Endpoint>(call: C, input: EndpointInput<C>): Promise<EndpointOutput<C>> {
    const headers: Record<string, string> =
      call.idempotent === true ? { "idempotency-key": randomUUID() } : {};
    return (await this.#client.call(call, input, { headers })).data;
  }
}

export interface Customer extends ApiClient {
  readonly email: string;
  /** What their workspace is called, in its address and everywhere else. */
  readonly handle: string;
}

class UnverifiedCustomer extends ApiClient implements Customer {
  readonly email: string;
  readonly handle: string;

  constructor(url: string, handle: string) {
    super(url);
    this.email = `${handle}@example.org`;
    this.handle = handle;
  }
}

type WaitForEmailLink = (email: string) => Promise<string>;

/** Someone signed up and signed in, without a workspace yet; `handle` is for the one they may open. */
export async function createUnverifiedCustomer(
  url: string,
  handle: string,
  linkMailedTo: WaitForEmailLink,
): Promise<Customer> {
  const customer = new UnverifiedCustomer(url, handle);
  const { email } = customer;
  await customer.call(api.auth.register, {
    body: {
      email,
      firstName: "Robin",
      lastName: "Berg",
      password: demoPassword,
      isOver18: true,
      isTosAccepted: true,
      isProcessingPrivacyPolicyAccepted: true,
      locale: "en",
      timezone: "UTC",
    },
  });
  const token = new URL(await linkMailedTo(email)).pathname.split("/").at(-1) ?? "";
  await customer.call(api.auth.verifyEmail, { path: { token } });
  await customer.call(api.auth.login, { body: { email, password: demoPassword } });
  return customer;
}

export async function createCustomer(
  url: string,
  handle: string,
  linkMailedTo: WaitForEmailLink,
): Promise<Customer> {
  const customer = await createUnverifiedCustomer(url, handle, linkMailedTo);
  await customer.call(api.workspaces.create, { body: { name: handle, handle } });
  return customer;
}

export async function signInAs(url: string, email: string): Promise<ApiClient> {
  const apiClient = new ApiClient(url);
  await apiClient.call(api.auth.login, { body: { email, password: demoPassword } });
  return apiClient;
}
