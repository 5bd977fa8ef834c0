/** Renders documents in a thread of their own, so that a large invoice does not delay the requests of others. */
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { type DocumentData, RenderedFiles } from "./document-data.ts";

/** A thread without work ends after this time. It holds about 100 MB. */
const idleMs = 30_000;
const timeoutMs = 60_000;

const Answer = z.object({
  id: z.int(),
  files: RenderedFiles.optional(),
  error: z.string().optional(),
});

interface Waiting {
  readonly done: (files: RenderedFiles) => void;
  readonly fail: (error: Error) => void;
}

let thread: Worker | null = null;
let requests = 0;
let ending: NodeJS.Timeout | undefined;
const waiting = new Map<number, Waiting>();

function endThread(ended: Worker, error: Error): void {
  if (thread !== ended) return;
  thread = null;
  for (const { fail } of waiting.values()) fail(error);
  waiting.clear();
  void ended.terminate();
}

function startThread(): Worker {
  const started = new Worker(new URL("renderer.ts", import.meta.url));
  // Neither the thread nor its timers keep the process alive.
  started.unref();
  started.on("message", (message: unknown) => {
    const { id, files, error } = Answer.parse(message);
    const request = waiting.get(id);
    waiting.delete(id);
    if (files === undefined) request?.fail(new Error(error ?? "A document was not rendered"));
    else request?.done(files);
  });
  started.on("error", (error) =>
    endThread(started, error instanceof Error ? error : new Error(String(error))),
  );
  started.on("exit", () =>
    endThread(started, new Error("The thread that renders documents ended")),
  );
  return started;
}

/**
 * Returns the files of a document; the same data gives the same bytes.
 * @throws when the data cannot be rendered, or when it takes longer than a minute.
 */
export async function renderDocument(data: DocumentData): Promise<RenderedFiles> {
  thread ??= startThread();
  const current = thread;
  clearTimeout(ending);
  requests += 1;
  const id = requests;
  const timeout = setTimeout(
    () => endThread(current, new Error("A document was not rendered in time")),
    timeoutMs,
  );
  try {
    return await new Promise<RenderedFiles>((done, fail) => {
      waiting.set(id, { done, fail });
      current.postMessage({ id, data });
    });
  } finally {
    clearTimeout(timeout);
    if (waiting.size === 0) {
      ending = setTimeout(() => endThread(current, new Error("idle")), idleMs);
      ending.unref();
    }
  }
}
