/**
 * Inlines the compiled English messages into the code: each page contains its own messages, and no catalog has to
 * load first. Catalogs of other languages are loaded as a whole.
 */
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { z } from "zod";

/** Output of the macros: an object with the id of a message and its English text. */
const Property = z.object({
  type: z.literal("Property"),
  key: z.object({ name: z.string() }),
  value: z.object({ type: z.literal("Literal"), value: z.string(), start: z.int(), end: z.int() }),
});
const Descriptor = z.object({
  type: z.literal("ObjectExpression"),
  properties: z.array(z.unknown()),
});
const messageId = /^[\w+/-]{6}$/;

interface MessageNode {
  start: number;
  end: number;
  message: string;
}

function toMessageNode(node: unknown): MessageNode | null {
  const object = Descriptor.safeParse(node);
  if (!object.success) return null;
  const named = new Map<string, MessageNode>();
  for (const property of object.data.properties) {
    const read = Property.safeParse(property);
    if (!read.success) continue;
    const { start, end, value } = read.data.value;
    named.set(read.data.key.name, { start, end, message: value });
  }
  const text = named.get("message");
  return text !== undefined && messageId.test(named.get("id")?.message ?? "") ? text : null;
}

function* findMessages(node: unknown): Generator<MessageNode> {
  if (typeof node !== "object" || node === null) return;
  const text = toMessageNode(node);
  if (text !== null) yield text;
  for (const part of Object.values(node)) yield* findMessages(part);
}

export function inlineSourceMessages(): Plugin {
  return {
    name: "boreal:inline-english",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /web[\\/]src[\\/].*\.tsx?(?:\?|$)/, code: /message:/ },
      handler(code) {
        let compiled = code;
        const texts = [...findMessages(this.parse(code))].sort(
          (one, other) => other.start - one.start,
        );
        for (const { start, end, message } of texts) {
          compiled =
            compiled.slice(0, start) +
            JSON.stringify(compileMessage(message)) +
            compiled.slice(end);
        }
        return { code: compiled, map: null };
      },
    },
  };
}
