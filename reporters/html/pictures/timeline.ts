import type { JobReport, Report } from '../../outcome/report.ts'
import type { Traffic } from '../../outcome/traffic.ts'
import { counted } from '../../words/counted.ts'
import { html, type Markup, NOTHING } from '../markup.ts'
import { picture, WIDTH } from './picture.ts'
import { inTime, linear, px, ticks } from './scale.ts'

const LEFT = 8
const ROW = 16
const TOP = 34
const MOST_JOBS = 300
const MOST_POLLS = 4000

const SPANS = {
  submitted: 'submitted',
  queued: 'queued',
  generating: 'running (generating)',
  enhancing: 'running (enhancing)',
  stageless: 'running (no listed stage)',
  succeeded: 'succeeded',
  failed: 'failed',
  odd: 'other status',
} as const
type Span = keyof typeof SPANS

/** Each job: its states as spans, its polls as ticks, and responses with Retry-After. */
export function timeline({ jobs, seconds }: Report, traffic: Traffic): Markup {
  if (jobs.length === 0) return NOTHING
  const shown = jobs.toSorted((a, b) => beginning(a, traffic) - beginning(b, traffic)).slice(0, MOST_JOBS)
  const end = Math.max(seconds * 1000, ...shown.map((job) => lastAt(job, traffic)))
  const x = linear([0, end], [LEFT, WIDTH - LEFT])
  const height = TOP + shown.length * ROW + 24
  let polls = MOST_POLLS
  const rows = shown.map((job, index) => {
    const ticked = (traffic.polls.get(job.submission) ?? []).slice(0, Math.max(0, polls))
    polls -= ticked.length
    return row(job, TOP + index * ROW, ticked, x, traffic)
  })
  return picture(
    {
      id: 'timeline',
      title: 'Jobs over time',
      caption: html`${counted(jobs.length, 'job')}${jobs.length > shown.length && html`, the first ${shown.length} shown`}. Each line is a job, each tick a poll.`,
      legend: [
        ...Object.entries(SPANS),
        ...(traffic.limited.length > 0 ? ([['told', '429 response']] as const) : []),
        ...(traffic.waits.length > 0 ? ([['wait', 'gatecheck waited']] as const) : []),
      ],
      said: inWords(jobs, traffic),
    },
    height,
    html`${ticks(end, 8).map((at) => html`<g class="axis"><line x1="${px(x(at))}" x2="${px(x(at))}" y1="${TOP - 6}" y2="${height - 20}"></line><text x="${px(x(at))}" y="${height - 6}" text-anchor="${at === 0 ? 'start' : 'middle'}">${inTime(at)}</text></g>`)}
${traffic.waits.slice(0, 500).map(({ at, ms, why }) => html`<rect class="wait" x="${px(x(at))}" y="4" width="${px(Math.max(1.5, x(Math.min(at + ms, end)) - x(at)))}" height="10"><title>${why}: waited ${inTime(ms)}</title></rect>`)}
${traffic.limited.slice(0, 500).map((at) => html`<path class="limited" d="M${px(x(at))} 16 l3 8 h-6 z"><title>429 at ${inTime(at)}</title></path>`)}
${rows}`,
  )
}

const beginning = (job: JobReport, { submitted }: Traffic) => submitted.get(job.submission) ?? job.states[0]?.[0] ?? 0

function lastAt(job: JobReport, { polls }: Traffic): number {
  return polls.get(job.submission)?.at(-1) ?? job.states.at(-1)?.[0] ?? 0
}

function row(job: JobReport, y: number, polls: readonly number[], x: (at: number) => number, traffic: Traffic): Markup {
  const starts = [
    { at: beginning(job, traffic), span: 'submitted' as Span },
    ...job.states.map(([at, status, stage]) => ({ at, span: spanOf(status, stage) })),
  ]
  const end = Math.max(lastAt(job, traffic), starts.at(-1)!.at)
  const spans = starts.map(({ at, span }, index) => {
    const to = starts[index + 1]?.at ?? end
    // The final state is a thin line, so that the states before stand out.
    const height = span === 'succeeded' || span === 'failed' ? 4 : ROW - 5
    const top = y + 2 + (ROW - 5 - height) / 2
    return html`<rect class="span ${span}" x="${px(x(at))}" y="${px(top)}" width="${px(Math.max(2, x(to) - x(at)))}" height="${height}"></rect>`
  })
  const path = polls.map((at) => `M${px(x(at))} ${y + 2}v${ROW - 5}`).join('')
  return html`<g><title>${job.id}: ${starts.map(({ span }) => SPANS[span]).join(' → ')}; ${counted(polls.length, 'poll')}</title>${spans}<path class="poll" d="${path}"></path></g>`
}

function spanOf(status: string | null, stage: string | null): Span {
  if (status === 'running')
    return stage === 'enhancing' ? 'enhancing' : stage === 'generating' ? 'generating' : 'stageless'
  return status === 'queued' || status === 'succeeded' || status === 'failed' ? status : 'odd'
}

function inWords(jobs: readonly JobReport[], { polls, limited }: Traffic): string {
  const ends = Map.groupBy(jobs, ({ states }) => states.at(-1)?.[1] ?? 'no status')
  const finals = [...ends].map(([status, group]) => `${group.length} ${status}`)
  const polled = [...polls.values()].reduce((sum, each) => sum + each.length, 0)
  return `${counted(jobs.length, 'job')}, last status: ${finals.join(', ')}. ${counted(polled, 'poll')}, ${counted(limited.length, '429 response')}.`
}
