import { printable } from '../runner/history/words.ts'
import type { Progress } from '../runner/run/session.ts'
import { cut } from './terminal/wrapping.ts'

/** One line that is written over and over while jobs ripen; it must never reach the edge, where terminals wrap. */
export function progressLine(progress: Progress, width: number): string {
  const { seconds, checks, checksDone, requests } = progress
  return cut(
    `${time(seconds)}  ${checksDone}/${checks} checks  ${jobs(progress)}  ${count(requests, 'request')}`,
    width - 1,
  )
}

/** For logs, where lines stay. */
export function progressNote(progress: Progress): string {
  const { seconds, checks, checksDone, requests } = progress
  return `${time(seconds)}: ${checksDone} of ${checks} checks done, ${jobs(progress)}, ${count(requests, 'request')}`
}

function jobs({ jobs: { unfinished, ended, last } }: Progress): string {
  if (unfinished + ended === 0) return 'no job yet'
  const status = last === undefined ? '' : ` (last seen ${printable(last)})`
  return `${count(unfinished, 'job')} unfinished${status}, ${ended} ended`
}

function time(seconds: number): string {
  const whole = Math.floor(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
