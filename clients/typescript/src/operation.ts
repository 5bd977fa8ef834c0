/** Types of an operation, its input and its options. */

export interface Operation {
  /** `resource.operation`, the operationId of the OpenAPI document. */
  readonly id: string;
  readonly method: string;
  /** Path template; `path` of the input replaces its `{names}`. */
  readonly path: string;
  /** Accepts an Idempotency-Key: a request repeated with the same key is executed once. */
  readonly acceptsIdempotencyKey: boolean;
}

export interface OperationInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

export interface CallOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** 16 to 64 characters. By default each creating request gets a generated key, which its retries reuse. */
  readonly idempotencyKey?: string;
}

/** Response envelope of all lists. */
export interface Page<Row> {
  data: Row[];
  meta: {
    page: number;
    perPage: number;
    total: number;
    /** False if a search stopped counting. */
    totalIsExact: boolean;
    lastPage: number;
    /** Cursors of the next and the previous page: `after` and `before` of the query. */
    next: string | null;
    previous: string | null;
  };
}
