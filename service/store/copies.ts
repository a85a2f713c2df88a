import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Transaction } from './database.ts'

type Row = Record<string, SQLInputValue>

/** A snapshot of accounts, keys and jobs. */
export type Copy = { putBack(): void }

/** In foreign key order. */
const TABLES = ['accounts', 'keys', 'jobs']

export function copiesOf(database: DatabaseSync, transaction: Transaction): () => Copy {
  return () => {
    const copied = transaction(() => TABLES.map((table): [string, Row[]] => [table, rowsOf(table)]))
    return { putBack: () => transaction(() => putBack(copied)) }
  }

  function putBack(copied: readonly [table: string, rows: readonly Row[]][]): void {
    database.exec('PRAGMA defer_foreign_keys = ON')
    for (const table of TABLES.toReversed()) database.exec(`DELETE FROM ${table}`)
    for (const [table, rows] of copied) insert(table, rows)
  }

  /** Without generated columns, which table_info omits. */
  function columnsOf(table: string): string[] {
    return database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name as string)
  }

  function rowsOf(table: string): Row[] {
    return database.prepare(`SELECT ${columnsOf(table).join(', ')} FROM ${table} ORDER BY rowid`).all() as Row[]
  }

  function insert(table: string, rows: readonly Row[]): void {
    const columns = columnsOf(table)
    const values = columns.map(() => '?').join(', ')
    const statement = database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values})`)
    for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null))
  }
}
