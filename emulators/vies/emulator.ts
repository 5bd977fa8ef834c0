/** Emulates the REST service of VIES: it knows a few valid VAT ids, and fails when a test says so. */
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

const Question = z.object({ countryCode: z.string(), vatNumber: z.string() });

export interface ViesEmulator {
  readonly url: string;
  /** Registered ids, with their prefix. */
  readonly valid: Set<string>;
  /** Ids that were asked about, oldest first. */
  readonly asked: string[];
  /** `unavailable`: the register of the country does not respond. `silent`: no response at all. */
  fail(mode: "unavailable" | "silent" | null): void;
  stop(): Promise<void>;
}

export async function startViesEmulator({
  port = 0,
  host = "127.0.0.1",
  valid = [],
}: {
  port?: number;
  host?: string;
  valid?: readonly string[];
} = {}): Promise<ViesEmulator> {
  const known = new Set(valid);
  const asked: string[] = [];
  let failure: "unavailable" | "silent" | null = null;
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const handle = async () => {
      if (request.method !== "POST" || request.url !== "/rest-api/check-vat-number")
        return answer(404, {});
      const { countryCode, vatNumber } = Question.parse(JSON.parse(await text(request)));
      asked.push(`${countryCode}${vatNumber}`);
      if (failure === "silent") return;
      if (failure === "unavailable")
        return answer(200, { actionSucceed: false, errorWrappers: [{ error: "MS_UNAVAILABLE" }] });
      const isValid = known.has(`${countryCode}${vatNumber}`);
      return answer(200, {
        countryCode,
        vatNumber,
        valid: isValid,
        requestIdentifier: isValid ? `WAPI${String(asked.length).padStart(10, "0")}` : "",
        name: "---",
        address: "---",
      });
    };
    handle().catch(() =>
      answer(400, { actionSucceed: false, errorWrappers: [{ error: "INVALID_INPUT" }] }),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The emulator has no port");
  return {
    url: `http://${host}:${address.port}/rest-api`,
    valid: known,
    asked,
    fail: (mode) => {
      failure = mode;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
