import { printable } from '../engine/history/reading/words.ts'
import type { Progress } from '../engine/run/progress.ts'
import { cut } from './terminal/wrapping.ts'
import { timeInWords } from './words/duration.ts'

/** A line that is overwritten while jobs run; it must not reach the edge, where terminals wrap. */
export function progressLine(progress: Progress, width: number): string {
  const { seconds, checks, checksDone, requests } = progress
  const counts = `${checksDone}/${checks} checks  ${jobs(progress)}  ${count(requests, 'request')}`
  return cut(`${time(seconds)}  ${left(progress, '  ')}${waits(progress, '  ')}${counts}`, width - 1)
}

/** For logs, which cannot overwrite lines. */
export function progressNote(progress: Progress): string {
  const { seconds, checks, checksDone, requests } = progress
  return `${time(seconds)}: ${left(progress, ', ')}${waits(progress, ', ')}${checksDone} of ${checks} checks done, ${jobs(progress)}, ${count(requests, 'request')}`
}

function left({ secondsLeft }: Progress, behind: string): string {
  return secondsLeft === undefined ? '' : `about ${timeInWords(secondsLeft)} left${behind}`
}

function waits({ waitsFor }: Progress, behind: string): string {
  return waitsFor === undefined ? '' : `waiting for ${waitsFor}${behind}`
}

function jobs({ jobs: { unfinished, ended, last } }: Progress): string {
  if (unfinished + ended === 0) return 'no jobs yet'
  const status = last === undefined ? '' : ` (last seen ${printable(last)})`
  return `${count(unfinished, 'job')} unfinished${status}, ${ended} finished`
}

function time(seconds: number): string {
  const whole = Math.floor(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
