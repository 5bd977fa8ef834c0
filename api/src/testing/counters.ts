/** Counts what a request asks of the database and of the password hash, for tests of how much work it is. */
import type { PasswordHasher } from "../modules/auth/passwords/password-hasher.ts";
import type { Database, Sql, Tx } from "../core/db/db.ts";

/** Every query inside a transaction, in order. */
export class QueryCounter {
  readonly texts: string[] = [];

  wrap(db: Database): Database {
    return {
      owner: db.owner,
      problem: db.problem,
      close: () => db.close(),
      withTenant: (work, options) => db.withTenant((tx) => work(this.#over(tx)), options),
      withSystemRole: (reason, work) => db.withSystemRole(reason, (tx) => work(this.#over(tx))),
    };
  }

  #over(tx: Tx): Tx {
    const seen = (query: Sql) => {
      this.texts.push(query.text);
      return query;
    };
    return {
      many: (query) => tx.many(seen(query)),
      maybeOne: (query) => tx.maybeOne(seen(query)),
      one: (query) => tx.one(seen(query)),
      execute: (query) => tx.execute(seen(query)),
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
