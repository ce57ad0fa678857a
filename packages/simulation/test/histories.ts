/**
 * Histories of two and three transactions, which PostgreSQL and the model of it run alike: the anomalies of Hermitage
 * (https://github.com/ept/hermitage) at READ COMMITTED, and each kind of lock that the store takes. A step is a
 * statement, expected to come to rows, a number, `waits`, or the code of an error; `…` is the end of a wait.
 */

export interface History {
  readonly name: string
  readonly steps: ReadonlyArray<
    readonly [transaction: 1 | 2 | 3, text: string, ...parameters: ReadonlyArray<string | number>]
  >
  readonly expected: string
}

export const tables = [
  "CREATE TABLE item (id TEXT PRIMARY KEY, value INTEGER NOT NULL)",
  "CREATE TABLE part (id TEXT PRIMARY KEY, item_id TEXT NOT NULL REFERENCES item(id), value INTEGER NOT NULL)",
  "CREATE TABLE account (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, value INTEGER NOT NULL)",
  "CREATE TABLE basket (id TEXT PRIMARY KEY, owner TEXT NOT NULL, phase TEXT NOT NULL)",
  "CREATE UNIQUE INDEX basket_open ON basket (owner) WHERE phase = 'open'",
  "INSERT INTO item (id, value) VALUES ('a1', 10), ('b2', 20)",
  "INSERT INTO part (id, item_id, value) VALUES ('p1', 'a1', 1)",
  "INSERT INTO account (id, name, value) VALUES ('x1', 'ada', 5)"
]

const set = "UPDATE item SET value = $1 WHERE id = $2"
const add = "UPDATE item SET value = value + $1 WHERE id = $2"
const get = "SELECT value FROM item WHERE id = $1"
const lock = "SELECT value FROM item WHERE id = $1 FOR UPDATE"
const all = "SELECT id, value FROM item ORDER BY id"
const [begin, commit, rollback, snapshot] = ["BEGIN", "COMMIT", "ROLLBACK", "SNAPSHOT"]
const [save, saveInside] = ["SAVEPOINT level_1", "SAVEPOINT level_2"]
const [undo, undoInside] = ["ROLLBACK TO SAVEPOINT level_1", "ROLLBACK TO SAVEPOINT level_2"]
const [release, releaseInside] = ["RELEASE SAVEPOINT level_1", "RELEASE SAVEPOINT level_2"]
const openAccount = "INSERT INTO account (id, name, value) VALUES ($1, $2, $3)"
const openIfNew = `${openAccount} ON CONFLICT DO NOTHING`
const openOrAdd = `${openAccount} ON CONFLICT (name) DO UPDATE SET value = account.value + excluded.value`
const openPart = "INSERT INTO part (id, item_id, value) VALUES ($1, $2, $3)"
const openBasket = "INSERT INTO basket (id, owner, phase) VALUES ($1, $2, $3)"
const advisory = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
const numbered = "SELECT pg_advisory_xact_lock(7235515, hashtext($1))"
const next = "SELECT id FROM item WHERE value > $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED"

export const histories: ReadonlyArray<History> = [
  {
    name: "G0: a dirty write waits",
    steps: [
      [1, begin],
      [2, begin],
      [1, set, 11, "a1"],
      [2, set, 12, "a1"],
      [1, set, 21, "b2"],
      [1, commit],
      [1, begin],
      [
        1,
        all
      ],
      [2, set, 22, "b2"],
      [2, commit],
      [1, all],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 1 changed; T2 waits; T1 1 changed; T1 done; T2 … 1 changed; T1 done;
      T1 [["a1",11],["b2",21]]; T2 1 changed; T2 done; T1 [["a1",12],["b2",22]]; T1 done`
  },
  {
    name: "G1a: an aborted change is never read",
    steps: [[1, begin], [2, begin], [1, set, 101, "a1"], [2, all], [1, rollback], [2, all], [2, commit]],
    expected: `T1 done; T2 done; T1 1 changed; T2 [["a1",10],["b2",20]]; T1 done; T2 [["a1",10],["b2",20]]; T2 done`
  },
  {
    name: "G1b: an intermediate change is never read",
    steps: [[1, begin], [2, begin], [1, set, 101, "a1"], [2, all], [1, set, 11, "a1"], [1, commit], [2, all], [
      2,
      commit
    ]],
    expected: `T1 done; T2 done; T1 1 changed; T2 [["a1",10],["b2",20]]; T1 1 changed; T1 done;
      T2 [["a1",11],["b2",20]]; T2 done`
  },
  {
    name: "G1c: information does not flow in a circle",
    steps: [
      [1, begin],
      [2, begin],
      [1, set, 11, "a1"],
      [2, set, 22, "b2"],
      [1, get, "b2"],
      [2, get, "a1"],
      [1, commit],
      [
        2,
        commit
      ]
    ],
    expected: "T1 done; T2 done; T1 1 changed; T2 1 changed; T1 [[20]]; T2 [[10]]; T1 done; T2 done"
  },
  {
    name: "OTV: a transaction that was observed does not vanish",
    steps: [
      [1, begin],
      [2, begin],
      [3, begin],
      [1, set, 11, "a1"],
      [1, set, 19, "b2"],
      [2, set, 12, "a1"],
      [1, commit],
      [
        3,
        get,
        "a1"
      ],
      [2, set, 18, "b2"],
      [3, get, "b2"],
      [2, commit],
      [3, get, "b2"],
      [3, get, "a1"],
      [3, commit]
    ],
    expected: `T1 done; T2 done; T3 done; T1 1 changed; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T3 [[11]];
      T2 1 changed; T3 [[19]]; T2 done; T3 [[18]]; T3 [[12]]; T3 done`
  },
  {
    name: "PMP: a predicate that is read again finds what was committed",
    steps: [
      [1, begin],
      [2, begin],
      [1, "SELECT id FROM item WHERE value = $1", 30],
      [
        2,
        "INSERT INTO item (id, value) VALUES ($1, $2)",
        "c3",
        30
      ],
      [2, commit],
      [1, "SELECT id FROM item WHERE value % $1 = 0 ORDER BY id", 3],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 []; T2 1 changed; T2 done; T1 [["c3"]]; T1 done`
  },
  {
    name: "PMP: a deletion that waited misses the row that came to meet its condition",
    steps: [
      [1, begin],
      [2, begin],
      [1, "UPDATE item SET value = value + $1", 10],
      [
        2,
        "DELETE FROM item WHERE value = $1",
        20
      ],
      [1, commit],
      [2, all],
      [2, commit]
    ],
    expected: `T1 done; T2 done; T1 2 changed; T2 waits; T1 done; T2 … 0 changed; T2 [["a1",20],["b2",30]]; T2 done`
  },
  {
    name: "P4: an update is lost",
    steps: [
      [1, begin],
      [2, begin],
      [1, get, "a1"],
      [2, get, "a1"],
      [1, set, 11, "a1"],
      [2, set, 11, "a1"],
      [1, commit],
      [
        2,
        commit
      ]
    ],
    expected: "T1 done; T2 done; T1 [[10]]; T2 [[10]]; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T2 done"
  },
  {
    name: "P4: with locks it is not",
    steps: [[1, begin], [2, begin], [1, lock, "a1"], [2, lock, "a1"], [1, set, 11, "a1"], [1, commit], [
      2,
      set,
      12,
      "a1"
    ], [
      2,
      commit
    ]],
    expected: "T1 done; T2 done; T1 [[10]]; T2 waits; T1 1 changed; T1 done; T2 … [[11]]; T2 1 changed; T2 done"
  },
  {
    name: "G-single: a read skew",
    steps: [
      [1, begin],
      [2, begin],
      [1, get, "a1"],
      [2, set, 12, "a1"],
      [2, set, 18, "b2"],
      [2, commit],
      [1, get, "b2"],
      [
        1,
        commit
      ]
    ],
    expected: "T1 done; T2 done; T1 [[10]]; T2 1 changed; T2 1 changed; T2 done; T1 [[18]]; T1 done"
  },
  {
    name: "G-single: not in a snapshot",
    steps: [
      [1, snapshot],
      [2, begin],
      [1, get, "a1"],
      [2, set, 12, "a1"],
      [2, set, 18, "b2"],
      [
        2,
        "INSERT INTO item (id, value) VALUES ($1, $2)",
        "c3",
        30
      ],
      [2, "DELETE FROM part WHERE id = $1", "p1"],
      [2, commit],
      [1, all],
      [1, "SELECT id FROM part"],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 [[10]]; T2 1 changed; T2 1 changed; T2 1 changed; T2 1 changed; T2 done;
      T1 [["a1",10],["b2",20]]; T1 [["p1"]]; T1 done`
  },
  {
    name: "G2-item: a write skew",
    steps: [[1, begin], [2, begin], [1, all], [2, all], [1, set, 11, "a1"], [2, set, 21, "b2"], [1, commit], [
      2,
      commit
    ]],
    expected: `T1 done; T2 done; T1 [["a1",10],["b2",20]]; T2 [["a1",10],["b2",20]]; T1 1 changed; T2 1 changed;
      T1 done; T2 done`
  },
  {
    name: "a condition is checked again after a wait",
    steps: [[1, begin], [2, begin], [1, set, 0, "a1"], [
      2,
      "UPDATE item SET value = value - $1 WHERE id = $2 AND value >= $3",
      5,
      "a1",
      5
    ], [
      1,
      commit
    ], [2, commit]],
    expected: "T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 0 changed; T2 done"
  },
  {
    name: "what a statement adds to is the newest value after a wait, and an aborted one never was",
    steps: [
      [1, begin],
      [2, begin],
      [3, begin],
      [1, add, 1, "a1"],
      [2, add, 2, "a1"],
      // Of two that wait for a row which then changes, either may get it first.
      [1, commit],
      [3, add, 4, "a1"],
      [2, rollback],
      [3, commit],
      [1, begin],
      [1, get, "a1"],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T3 done; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T3 waits; T2 done;
      T3 … 1 changed; T3 done; T1 done; T1 [[15]]; T1 done`
  },
  {
    name: "a row lock that waited has the newest version of its row, and old ones of all others",
    steps: [
      [1, begin],
      [2, begin],
      [1, set, 11, "a1"],
      [1, "UPDATE part SET value = $1 WHERE id = $2", 2, "p1"],
      [
        2,
        "SELECT i.value, p.value AS part FROM item i JOIN part p ON p.item_id = i.id WHERE i.id = $1 FOR UPDATE OF i",
        "a1"
      ],
      [1, commit],
      [2, "SELECT value FROM part WHERE id = $1", "p1"],
      [2, commit]
    ],
    expected: "T1 done; T2 done; T1 1 changed; T1 1 changed; T2 waits; T1 done; T2 … [[11,1]]; T2 [[2]]; T2 done"
  },
  {
    name: "a subquery of a statement that waited is as old as the statement",
    steps: [
      [1, begin],
      [2, begin],
      [1, set, 11, "a1"],
      [1, set, 99, "b2"],
      [
        2,
        "UPDATE item SET value = (SELECT o.value FROM item o WHERE o.id = $1) WHERE id = $2",
        "b2",
        "a1"
      ],
      [1, commit],
      [2, commit],
      [1, begin],
      [1, all],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 1 changed; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T2 done; T1 done;
      T1 [["a1",20],["b2",99]]; T1 done`
  },
  {
    name: "a row that a wait ends without is not returned",
    steps: [
      [1, begin],
      [2, begin],
      [1, "DELETE FROM part WHERE id = $1", "p1"],
      [
        2,
        "SELECT value FROM part WHERE id = $1 FOR UPDATE",
        "p1"
      ],
      [1, commit],
      [2, commit]
    ],
    expected: "T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … []; T2 done"
  },
  {
    name: "rows are locked one by one, and kept while the next is waited for",
    steps: [
      [1, begin],
      [2, begin],
      [3, begin],
      [1, lock, "b2"],
      [2, "SELECT id FROM item ORDER BY id FOR UPDATE"],
      [3, lock, "a1"],
      [
        1,
        commit
      ],
      [2, commit],
      [3, commit]
    ],
    expected: `T1 done; T2 done; T3 done; T1 [[20]]; T2 waits; T3 waits; T1 done; T2 … [["a1"],["b2"]]; T2 done;
      T3 … [[10]]; T3 done`
  },
  {
    name: "locked rows are passed over, up to the limit",
    steps: [[1, begin], [2, begin], [3, begin], [1, next, 0, 1], [2, next, 0, 1], [3, next, 0, 1], [1, commit], [
      3,
      next,
      0,
      2
    ], [
      2,
      commit
    ], [3, commit]],
    expected: `T1 done; T2 done; T3 done; T1 [["a1"]]; T2 [["b2"]]; T3 []; T1 done; T3 [["a1"]]; T2 done; T3 done`
  },
  {
    name: "a change passes over what is locked",
    steps: [
      [1, begin],
      [2, begin],
      [1, lock, "a1"],
      [
        2,
        "UPDATE item SET value = $1 WHERE id IN (SELECT id FROM item WHERE value > $2 FOR UPDATE SKIP LOCKED)",
        1,
        0
      ],
      [1, commit],
      [2, commit],
      [1, begin],
      [1, all],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 [[10]]; T2 1 changed; T1 done; T2 done; T1 done; T1 [["a1",10],["b2",1]]; T1 done`
  },
  {
    name: "a row can be referred to while it changes, and while it is locked for a change",
    steps: [
      [1, begin],
      [2, begin],
      [3, begin],
      [1, set, 11, "a1"],
      [2, openPart, "p2", "a1", 1],
      [
        3,
        "SELECT id FROM item WHERE id = $1 FOR NO KEY UPDATE",
        "b2"
      ],
      [2, openPart, "p3", "b2", 1],
      [1, commit],
      [2, commit],
      [3, commit]
    ],
    expected: `T1 done; T2 done; T3 done; T1 1 changed; T2 1 changed; T3 [["b2"]]; T2 1 changed; T1 done; T2 done;
      T3 done`
  },
  {
    name: "a row that is locked cannot be referred to",
    steps: [[1, begin], [2, begin], [1, lock, "a1"], [2, openPart, "p2", "a1", 1], [1, commit], [2, commit]],
    expected: "T1 done; T2 done; T1 [[10]]; T2 waits; T1 done; T2 … 1 changed; T2 done"
  },
  {
    name: "a row that is referred to cannot be locked, but can be changed",
    steps: [[1, begin], [2, begin], [1, openPart, "p2", "b2", 1], [2, set, 21, "b2"], [2, lock, "b2"], [1, commit], [
      2,
      commit
    ]],
    expected: "T1 done; T2 done; T1 1 changed; T2 1 changed; T2 waits; T1 done; T2 … [[21]]; T2 done"
  },
  {
    name: "a reference to a row that is about to go fails with it",
    steps: [[1, begin], [2, begin], [1, "DELETE FROM item WHERE id = $1", "b2"], [2, openPart, "p2", "b2", 1], [
      1,
      commit
    ], [
      2,
      rollback
    ]],
    expected: "T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 23503; T2 done"
  },
  {
    name: "a unique key waits, and fails where the other commits",
    steps: [[1, begin], [2, begin], [1, openAccount, "y1", "bob", 1], [2, openAccount, "y2", "bob", 2], [1, commit], [
      2,
      rollback
    ]],
    expected: "T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 23505; T2 done"
  },
  {
    name: "a unique key waits, and is free where the other aborts",
    steps: [[1, begin], [2, begin], [1, openAccount, "y1", "bob", 1], [2, openAccount, "y2", "bob", 2], [1, rollback], [
      2,
      commit
    ]],
    expected: "T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T2 done"
  },
  {
    name: "an insertion that does nothing on conflict waits to know",
    steps: [
      [1, begin],
      [2, begin],
      [1, openIfNew, "y1", "bob", 1],
      [2, openIfNew, "y2", "bob", 2],
      [1, rollback],
      [
        1,
        begin
      ],
      [1, openIfNew, "y3", "bob", 3],
      [2, commit],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T1 done; T1 waits; T2 done;
      T1 … 0 changed; T1 done`
  },
  {
    name: "an insertion that becomes a change on conflict waits, and adds to what it could not see",
    steps: [
      [1, begin],
      [2, begin],
      [1, openOrAdd, "y1", "bob", 1],
      [2, openOrAdd, "y2", "bob", 2],
      [1, commit],
      [2, commit],
      [
        1,
        begin
      ],
      [1, "SELECT id, value FROM account ORDER BY id"],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T2 done; T1 done;
      T1 [["x1",5],["y1",3]]; T1 done`
  },
  {
    name: "an insertion waits for a change of the row with its key, not for its lock",
    steps: [
      [1, begin],
      [2, begin],
      [3, begin],
      [1, "SELECT id FROM account WHERE id = $1 FOR UPDATE", "x1"],
      [
        2,
        openIfNew,
        "y2",
        "ada",
        2
      ],
      [1, "UPDATE account SET value = $1 WHERE id = $2", 6, "x1"],
      [3, openIfNew, "y3", "ada", 3],
      [1, commit],
      [2, commit],
      [3, commit]
    ],
    expected: `T1 done; T2 done; T3 done; T1 [["x1"]]; T2 0 changed; T1 1 changed; T3 waits; T1 done; T3 … 0 changed;
      T2 done; T3 done`
  },
  {
    name: "a key is free once the deletion of its row is committed",
    steps: [[1, begin], [2, begin], [1, "DELETE FROM account WHERE id = $1", "x1"], [2, openAccount, "y2", "ada", 2], [
      1,
      commit
    ], [
      2,
      commit
    ]],
    expected: "T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 1 changed; T2 done"
  },
  {
    name: "a key that is changed to waits as an inserted one does",
    steps: [
      [1, begin],
      [2, begin],
      [1, openAccount, "y1", "bob", 1],
      [
        2,
        "UPDATE account SET name = $1 WHERE id = $2",
        "bob",
        "x1"
      ],
      [1, commit],
      [2, rollback]
    ],
    expected: "T1 done; T2 done; T1 1 changed; T2 waits; T1 done; T2 … 23505; T2 done"
  },
  {
    name: "a unique key with a condition counts only rows that meet it",
    steps: [
      [1, begin],
      [2, begin],
      [1, openBasket, "s1", "ada", "open"],
      [2, openBasket, "s2", "ada", "over"],
      [
        2,
        openBasket,
        "s3",
        "ada",
        "open"
      ],
      [1, "UPDATE basket SET phase = $1 WHERE id = $2", "over", "s1"],
      [1, commit],
      [2, commit]
    ],
    expected: "T1 done; T2 done; T1 1 changed; T2 1 changed; T2 waits; T1 1 changed; T1 done; T2 … 1 changed; T2 done"
  },
  {
    name: "advisory locks wait for the same key, not for another",
    steps: [
      [1, begin],
      [2, begin],
      [3, begin],
      [1, advisory, "holder ada"],
      [2, advisory, "holder bob"],
      [3, advisory, "holder ada"],
      [
        1,
        numbered,
        "deliver"
      ],
      [2, numbered, "refund"],
      [2, numbered, "deliver"],
      [1, commit],
      [2, commit],
      [3, commit]
    ],
    expected: `T1 done; T2 done; T3 done; T1 locked; T2 locked; T3 waits; T1 locked; T2 locked; T2 waits; T1 done;
      T2 … locked; T3 … locked; T2 done; T3 done`
  },
  {
    name: "a lock that is free again goes to who waited first",
    steps: [[1, begin], [2, begin], [3, begin], [1, lock, "a1"], [2, lock, "a1"], [3, lock, "a1"], [1, commit], [
      2,
      set,
      12,
      "a1"
    ], [
      2,
      commit
    ], [3, commit]],
    expected: `T1 done; T2 done; T3 done; T1 [[10]]; T2 waits; T3 waits; T1 done; T2 … [[10]]; T2 1 changed; T2 done;
      T3 … [[12]]; T3 done`
  },
  {
    name: "rows locked in two orders are a deadlock, whose first waiter is the victim",
    steps: [[1, begin], [2, begin], [1, lock, "a1"], [2, lock, "b2"], [1, lock, "b2"], [2, lock, "a1"], [1, rollback], [
      2,
      commit
    ]],
    expected: "T1 done; T2 done; T1 [[10]]; T2 [[20]]; T1 waits; T2 [[10]]; T1 … 40P01; T1 done; T2 done"
  },
  {
    name: "rows changed in two orders are a deadlock",
    steps: [
      [1, begin],
      [2, begin],
      [1, add, 1, "a1"],
      [2, add, 1, "b2"],
      [1, add, 1, "b2"],
      [2, add, 1, "a1"],
      [1, rollback],
      [
        2,
        commit
      ],
      [1, begin],
      [1, all],
      [1, commit]
    ],
    expected: `T1 done; T2 done; T1 1 changed; T2 1 changed; T1 waits; T2 1 changed; T1 … 40P01; T1 done; T2 done;
      T1 done; T1 [["a1",11],["b2",21]]; T1 done`
  },
  {
    name: "an advisory lock and a row are a deadlock",
    steps: [[1, begin], [2, begin], [1, advisory, "holder ada"], [2, lock, "a1"], [1, lock, "a1"], [
      2,
      advisory,
      "holder ada"
    ], [
      1,
      rollback
    ], [2, commit]],
    expected: "T1 done; T2 done; T1 locked; T2 [[10]]; T1 waits; T2 locked; T1 … 40P01; T1 done; T2 done"
  },
  {
    name: "unique keys inserted in two orders are a deadlock",
    steps: [
      [1, begin],
      [2, begin],
      [1, openAccount, "y1", "bob", 1],
      [2, openAccount, "z1", "eve", 1],
      [1, openIfNew, "y2", "eve", 1],
      [
        2,
        openIfNew,
        "z2",
        "bob",
        1
      ],
      [1, rollback],
      [2, commit]
    ],
    expected: "T1 done; T2 done; T1 1 changed; T2 1 changed; T1 waits; T2 1 changed; T1 … 40P01; T1 done; T2 done"
  },
  {
    name: "two references that both become locks are a deadlock",
    steps: [[1, begin], [2, begin], [1, openPart, "p2", "b2", 1], [2, openPart, "p3", "b2", 1], [1, lock, "b2"], [
      2,
      lock,
      "b2"
    ], [
      1,
      rollback
    ], [2, commit]],
    expected: "T1 done; T2 done; T1 1 changed; T2 1 changed; T1 waits; T2 [[20]]; T1 … 40P01; T1 done; T2 done"
  },
  {
    name: "three that wait in a circle are a deadlock",
    steps: [
      [1, begin],
      [2, begin],
      [3, begin],
      [1, lock, "a1"],
      [2, lock, "b2"],
      [3, advisory, "holder ada"],
      [1, lock, "b2"],
      [
        2,
        advisory,
        "holder ada"
      ],
      [3, lock, "a1"],
      [1, rollback],
      [3, commit],
      [2, commit]
    ],
    expected: `T1 done; T2 done; T3 done; T1 [[10]]; T2 [[20]]; T3 locked; T1 waits; T2 waits; T3 [[10]]; T1 … 40P01;
      T1 done; T3 done; T2 … locked; T2 done`
  },
  {
    name: "what is undone to a savepoint is free for others, and what was before stays",
    steps: [
      [1, begin],
      [1, set, 21, "b2"],
      [1, save],
      [1, set, 11, "a1"],
      [2, begin],
      [2, add, 1, "a1"],
      [1, undo],
      [2, add, 1, "b2"],
      [1, release],
      [1, all],
      [1, commit],
      [2, all],
      [2, commit]
    ],
    expected: `T1 done; T1 1 changed; T1 done; T1 1 changed; T2 done; T2 waits; T1 done; T2 … 1 changed; T2 waits;
      T1 done; T1 [["a1",10],["b2",21]]; T1 done; T2 … 1 changed; T2 [["a1",11],["b2",22]]; T2 done`
  },
  {
    name: "a lock from before a savepoint outlasts a change that is undone to it",
    steps: [
      [1, begin],
      [1, lock, "a1"],
      [1, save],
      [1, set, 11, "a1"],
      [1, undo],
      [2, begin],
      [2, add, 1, "a1"],
      [1, release],
      [1, get, "a1"],
      [1, commit],
      [2, commit]
    ],
    expected: `T1 done; T1 [[10]]; T1 done; T1 1 changed; T1 done; T2 done; T2 waits; T1 done; T1 [[10]]; T1 done;
      T2 … 1 changed; T2 done`
  },
  {
    name: "a savepoint that was released belongs to the one around it, and names repeat",
    steps: [
      [1, begin],
      [1, save],
      [1, saveInside],
      [1, openAccount, "x2", "bob", 1],
      [1, releaseInside],
      [1, saveInside],
      [1, openAccount, "x3", "eve", 1],
      [1, undoInside],
      [1, releaseInside],
      [2, begin],
      [2, openAccount, "x3", "eve", 2],
      [1, undo],
      [1, release],
      [2, openAccount, "x2", "bob", 2],
      [1, save],
      [1, openPart, "p2", "b2", 1],
      [1, release],
      [1, commit],
      [2, commit]
    ],
    expected: `T1 done; T1 done; T1 done; T1 1 changed; T1 done; T1 done; T1 1 changed; T1 done; T1 done; T2 done;
      T2 1 changed; T1 done; T1 done; T2 1 changed; T1 done; T1 1 changed; T1 done; T1 done; T2 done`
  },
  {
    name: "advisory locks and references end with what is undone",
    steps: [
      [1, begin],
      [1, save],
      [1, advisory, "holder ada"],
      [1, openPart, "p2", "b2", 1],
      [2, begin],
      [2, lock, "b2"],
      [3, begin],
      [3, advisory, "holder ada"],
      [1, undo],
      [1, commit],
      [2, commit],
      [3, commit]
    ],
    expected: `T1 done; T1 done; T1 locked; T1 1 changed; T2 done; T2 waits; T3 done; T3 waits; T1 done; T2 … [[20]];
      T3 … locked; T1 done; T2 done; T3 done`
  }
]
