import { beside } from './beside.ts'
import { tell } from './tell.ts'

/** Numbers of exchanges after which memory is measured; the last is compared with the first. */
export const MARKS = [10_000, 50_000, 100_000] as const
const MOST = 1.3

export const GENERATED_BODIES = 'submission.*/generated'

/** Megabytes. */
export type Held = { after: number[]; judged: number; exchanges: number; seconds: number }

/**
 * By default, V8 enlarges the young generation in any long run, up to some hundred megabytes, which would hide what is
 * measured.
 */
export const FLAGS = ['--max-semi-space-size=16']

/** Memory of a run that grows to ten times its length: nearly constant, since data is in the history. */
export function longRunInFlatMemory(): Promise<boolean> {
  return beside('./processes/long-run-process.ts', inWords, { flags: FLAGS })
}

function inWords({ after, judged, exchanges, seconds }: Held): boolean {
  const [first = 0] = after
  const last = after[MARKS.length - 1] ?? Number.POSITIVE_INFINITY
  const ratio = last / first
  process.stdout.write(
    `${[
      `A run of ${exchanges} exchanges in ${seconds.toFixed(0)} s, nearly all of them generated bodies, and what its process holds (RSS, with node ${FLAGS.join(' ')}):`,
      ...MARKS.map((mark, index) => line(`after ${mark} exchanges`, after[index])),
      line('after judging them', judged),
      `  ratio                   ${ratio.toFixed(2).padStart(6)} (${MARKS.at(-1)} beside ${MARKS[0]}; at most ${MOST})`,
      '',
    ].join('\n')}`,
  )
  tell('docs/explanation/how-good.md', 'memory', inASentence({ after, judged, exchanges }))
  return ratio <= MOST
}

function line(when: string, megabytes: number | undefined): string {
  return `  ${when.padEnd(24)}${megabytes?.toFixed(0).padStart(6) ?? 'never'} MB`
}

function inASentence({ after, judged, exchanges }: Pick<Held, 'after' | 'judged' | 'exchanges'>): string {
  const marks = MARKS.map((mark, index) => `${after[index]?.toFixed(0)} MB after ${mark.toLocaleString('en')}`)
  return [
    `\`npm run bench -- memory\`: a run of ${exchanges.toLocaleString('en')} exchanges holds ${marks.join(', ')} exchanges,`,
    `and ${judged.toFixed(0)} MB after judging.`,
  ].join('\n')
}
