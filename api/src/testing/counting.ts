/** Counts what a request asks of the database and of the password hash, for tests of how much work it is. */
import type { Passwords } from "../auth/passwords.ts";
import type { Database, Sql, Tx } from "../core/db.ts";

/** Every query inside a transaction, in order. */
export class QueryLog {
  readonly texts: string[] = [];

  watch(db: Database): Database {
    return {
      owner: db.owner,
      problem: db.problem,
      close: () => db.close(),
      asApp: (work, options) => db.asApp((tx) => work(this.#over(tx)), options),
      asSystem: (reason, work) => db.asSystem(reason, (tx) => work(this.#over(tx))),
    };
  }

  #over(tx: Tx): Tx {
    const seen = (query: Sql) => {
      this.texts.push(query.text);
      return query;
    };
    return {
      many: (query) => tx.many(seen(query)),
      maybe: (query) => tx.maybe(seen(query)),
      one: (query) => tx.one(seen(query)),
      run: (query) => tx.run(seen(query)),
    };
  }
}

export class HashLog {
  hashed = 0;
  verified = 0;

  watch(passwords: Passwords): Passwords {
    return {
      hash: (password) => {
        this.hashed += 1;
        return passwords.hash(password);
      },
      isRight: (storedHash, password) => {
        this.verified += 1;
        return passwords.isRight(storedHash, password);
      },
      needsRehash: (storedHash) => passwords.needsRehash(storedHash),
    };
  }
}
