/** Types for the part of oidc-provider that the Google emulator uses; the package has no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Context {
    req: IncomingMessage;
    res: ServerResponse;
    readonly method: string;
    readonly path: string;
    status: number;
    type: string;
    body: unknown;
    /** False: other code writes the response or leaves it open. */
    respond: boolean;
    redirect(url: string): void;
    set(name: string, value: string): void;
    oidc: { client?: { clientId: string }; session?: { accountId?: string } };
  }

  interface StoredGrant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (of: {
      clientId?: string;
      accountId?: string;
    }) => StoredGrant;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ uid: string }>;
    /** Returns the URL to which the browser is redirected. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<string>;
  }

  export namespace interactionPolicy {
    class Prompt {
      constructor(of: { name: string; requestable: boolean });
      readonly name: string;
    }
    function base(): Prompt[] & { add(prompt: Prompt, at: number): void };
  }
}
