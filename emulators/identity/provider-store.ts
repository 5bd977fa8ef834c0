/** What oidc-provider keeps between two requests, in memory; it ends with the process. */

type Stored = Record<string, unknown>;

/** One class for each kind of thing, over one map of its own: the library makes an instance for each. */
export class ProviderStore {
  readonly #rows = new Map<string, Stored>();

  async upsert(id: string, payload: Stored): Promise<void> {
    this.#rows.set(id, payload);
  }

  async find(id: string): Promise<Stored | undefined> {
    return this.#rows.get(id);
  }

  async findByUid(uid: string): Promise<Stored | undefined> {
    return [...this.#rows.values()].find((row) => row["uid"] === uid);
  }

  /** A code works once: the library looks for this mark, whatever its value. */
  async consume(id: string): Promise<void> {
    const row = this.#rows.get(id);
    if (row !== undefined) row["consumed"] = 1;
  }

  async destroy(id: string): Promise<void> {
    this.#rows.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, row] of this.#rows) if (row["grantId"] === grantId) this.#rows.delete(id);
  }
}
