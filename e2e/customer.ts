/** Customers made for one story, by the calls the console makes too. */
import { randomUUID } from "node:crypto";
import { Client } from "#api/testing/client.ts";
import { api } from "#contracts/api.ts";
import type { Call, Input, Output } from "#contracts/kit.ts";

export const demoPassword = "northern-lights-2026";

/** Someone using the API beside the browser: to bring things about that are not what a story tells. */
export class Visitor {
  readonly #client: Client;

  constructor(url: string) {
    this.#client = new Client(url);
  }

  /** Fails the story when the call is refused. */
  async do<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
    const headers: Record<string, string> =
      call.idempotent === true ? { "idempotency-key": randomUUID() } : {};
    return (await this.#client.call(call, input, { headers })).data;
  }
}

export interface Customer extends Visitor {
  readonly email: string;
  /** What their workspace is called, in its address and everywhere else. */
  readonly handle: string;
}

class NewCustomer extends Visitor implements Customer {
  readonly email: string;
  readonly handle: string;

  constructor(url: string, handle: string) {
    super(url);
    this.email = `${handle}@example.org`;
    this.handle = handle;
  }
}

type LinkMailedTo = (email: string) => Promise<string>;

/** Someone signed up and signed in, without a workspace yet; `handle` is for the one they may open. */
export async function makeNewcomer(
  url: string,
  handle: string,
  linkMailedTo: LinkMailedTo,
): Promise<Customer> {
  const customer = new NewCustomer(url, handle);
  const { email } = customer;
  await customer.do(api.auth.register, {
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
  await customer.do(api.auth.verifyEmail, { path: { token } });
  await customer.do(api.auth.login, { body: { email, password: demoPassword } });
  return customer;
}

export async function makeCustomer(
  url: string,
  handle: string,
  linkMailedTo: LinkMailedTo,
): Promise<Customer> {
  const customer = await makeNewcomer(url, handle, linkMailedTo);
  await customer.do(api.workspaces.create, { body: { name: handle, handle } });
  return customer;
}

export async function signedInAs(url: string, email: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.do(api.auth.login, { body: { email, password: demoPassword } });
  return visitor;
}
