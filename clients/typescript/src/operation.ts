/** What a call is made of. */

export interface Operation {
  /** `noun.verb`, as the API's description names it. */
  readonly id: string;
  readonly method: string;
  /** With `{names}` that `path` of the input fills in. */
  readonly path: string;
  /** Takes an Idempotency-Key: made again with the same one, it happens once. */
  readonly acceptsIdempotencyKey: boolean;
}

export interface OperationInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal;
  /** 16 to 64 characters. Without it each creating call gets one of its own, kept over its retries. */
  readonly idempotencyKey?: string;
}

/** Every list answers one page in this envelope. */
export interface Page<Row> {
  data: Row[];
  meta: {
    page: number;
    perPage: number;
    total: number;
    /** False where a search stopped counting. */
    totalIsExact: boolean;
    lastPage: number;
    /** For the pages after and before this one: `after` and `before` of the query. */
    next: string | null;
    previous: string | null;
  };
}
