import type { Report } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { fenced } from './verbatim.ts'

const MOST_SHOWN = 5
const MOST_LINES = 8
const LONGEST_LINE = 300

export function suiteFaults({ faults }: Report): string[] {
  if (faults.length === 0) return []
  const more = faults.length - MOST_SHOWN
  return [
    '### Internal errors of gatecheck (not failures of the server)',
    ...faults.slice(0, MOST_SHOWN).map((fault) => fenced(beginningOf(fault))),
    ...(more > 0 ? [`And ${counted(more, 'more error')}.`] : []),
  ]
}

function beginningOf(fault: string): string {
  const lines = fault.trim().split('\n', MOST_LINES)
  return lines.map((line) => line.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '')).join('\n')
}
