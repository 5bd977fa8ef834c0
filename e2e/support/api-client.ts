/** Customers created for one spec, by API requests. */
import { randomUUID } from "node:crypto";
import { TestClient } from "#api/testing/client.ts";
import { api } from "#contracts/api.ts";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";

export const demoPassword = "northern-lights-2026";

/** Uses the API next to the browser, for preparations that are not the subject of a spec. */
export class ApiClient {
  readonly #client: TestClient;

  constructor(url: string) {
    this.#client = new TestClient(url);
  }

  /** Fails the spec if the request is rejected. */
  async call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointOutput<E>> {
    const headers: Record<string, string> =
      endpoint.idempotent === true ? { "idempotency-key": randomUUID() } : {};
    return (await this.#client.call(endpoint, input, { headers })).data;
  }
}

export interface Customer extends ApiClient {
  readonly email: string;
  /** Name and handle of the customer's workspace. */
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

/** Signs up a user, verifies the email and signs in. No workspace is created; `handle` is reserved for one. */
export async function createUnverifiedCustomer(
  url: string,
  handle: string,
  waitForEmailLink: WaitForEmailLink,
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
  const token = new URL(await waitForEmailLink(email)).pathname.split("/").at(-1) ?? "";
  await customer.call(api.auth.verifyEmail, { path: { token } });
  await customer.call(api.auth.login, { body: { email, password: demoPassword } });
  return customer;
}

export async function createCustomer(
  url: string,
  handle: string,
  waitForEmailLink: WaitForEmailLink,
): Promise<Customer> {
  const customer = await createUnverifiedCustomer(url, handle, waitForEmailLink);
  await customer.call(api.workspaces.create, { body: { name: handle, handle } });
  return customer;
}

export async function signInAs(url: string, email: string): Promise<ApiClient> {
  const apiClient = new ApiClient(url);
  await apiClient.call(api.auth.login, { body: { email, password: demoPassword } });
  return apiClient;
}
