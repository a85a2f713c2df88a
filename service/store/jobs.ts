import type { DatabaseSync } from 'node:sqlite'
import { STATUSES, type Status } from '../../spec/words.ts'
import { isFinalStatus } from './final.ts'
import type { Job } from './job.ts'

export type JobSums = { jobs: number; seconds: number; credits: number }

export type Jobs = ReturnType<typeof jobsIn>

export function jobsIn(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO jobs (record) VALUES (?)')
  const update = database.prepare('UPDATE jobs SET record = ? WHERE id = ?')
  const byId = database.prepare('SELECT record FROM jobs WHERE id = ?')
  const byFile = database.prepare('SELECT record FROM jobs WHERE file = ?')
  const next = database.prepare('SELECT coalesce(max(sequence), 0) + 1 AS sequence FROM jobs')
  const unfinishedWords = STATUSES.filter((status) => !isFinalStatus(status)).map((status) => `'${status}'`)
  const unfinished = database.prepare(
    `SELECT count(*) AS jobs FROM jobs WHERE account = ? AND status IN (${unfinishedWords.join(', ')})`,
  )
  const sums = `SELECT count(*) AS jobs, total(record ->> '$.parameters.duration') AS seconds,
    total(record ->> 'credits') AS credits FROM jobs`
  const sumsByKey = database.prepare(`${sums} WHERE key_id = ?`)
  const sumsByAccount = database.prepare(`${sums} WHERE account = ?`)

  const newest = database.prepare(
    `SELECT record FROM jobs WHERE account = coalesce(?, account) AND status = coalesce(?, status)
    ORDER BY sequence DESC LIMIT ?`,
  )

  return Object.freeze({
    /** Newest first. */
    list: ({
      account = null,
      status = null,
      most,
    }: {
      account?: string | null
      status?: Status | null
      most: number
    }) => newest.all(account, status, most).flatMap((row) => storedJob(row) ?? []),
    /** Of any account. */
    get: (id: string) => storedJob(byId.get(id)),
    ofFile: (file: string) => storedJob(byFile.get(file)),
    add(job: Job) {
      insert.run(JSON.stringify(job))
    },
    save(job: Job) {
      update.run(JSON.stringify(job), job.id)
    },
    nextSequence: () => (next.get() as { sequence: number }).sequence,
    unfinishedOf: (account: string) => (unfinished.get(account) as { jobs: number }).jobs,
    sumsByKey: (keyId: string) => sumsByKey.get(keyId) as JobSums,
    sumsByAccount: (account: string) => sumsByAccount.get(account) as JobSums,
  })
}

function storedJob(row: unknown): Job | undefined {
  return row === undefined ? undefined : JSON.parse((row as { record: string }).record)
}
