/** Counts the database queries and password hashes of requests, for tests of their cost. */
import type { PasswordHasher } from "../modules/auth/passwords/password-hasher.ts";
import type { Database, Sql, Tx } from "../core/db/db.ts";

/** Records every query inside a transaction, in order. */
export class QueryCounter {
  readonly texts: string[] = [];

  wrap(db: Database): Database {
    return {
      owner: db.owner,
      problem: db.problem,
      close: () => db.close(),
      withTenant: (work, options) => db.withTenant((tx) => work(this.#wrapTx(tx)), options),
      withSystemRole: (reason, work) => db.withSystemRole(reason, (tx) => work(this.#wrapTx(tx))),
    };
  }

  #wrapTx(tx: Tx): Tx {
    const recorded = (query: Sql) => {
      this.texts.push(query.text);
      return query;
    };
    return {
      many: (query) => tx.many(recorded(query)),
      tuples: (query) => tx.tuples(recorded(query)),
      maybeOne: (query) => tx.maybeOne(recorded(query)),
      one: (query) => tx.one(recorded(query)),
      execute: (query) => tx.execute(recorded(query)),
    };
  }
}

export class HashCounter {
  hashed = 0;
  verified = 0;

  wrap(passwords: PasswordHasher): PasswordHasher {
    return {
      hash: (password) => {
        this.hashed += 1;
        return passwords.hash(password);
      },
      verify: (storedHash, password) => {
        this.verified += 1;
        return passwords.verify(storedHash, password);
      },
      needsRehash: (storedHash) => passwords.needsRehash(storedHash),
    };
  }
}
