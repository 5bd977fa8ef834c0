/** The part of oidc-provider the stand-in for Google uses; the package brings no types of its own. */
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
    /** False: the response is written, or left open, by other hands. */
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
    /** Where the browser goes next. */
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
