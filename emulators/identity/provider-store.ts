/** In-memory storage of oidc-provider between requests. */

type Stored = Record<string, unknown>;

/** The library creates one instance per kind of record, each with its own map. */
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

  /** Marks a code as used. The library checks only whether the mark exists. */
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
