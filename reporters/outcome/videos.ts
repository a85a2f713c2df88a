import { excerpt } from '../../engine/history/reading/words.ts'
import { counted } from '../words/counted.ts'
import { type Standing, standingOf } from '../words/standings.ts'
import type { VideoFinding, VideoReport } from './delivered.ts'
import type { Report } from './report.ts'

/** An excerpt of a text of any length. */
export const brief = (text: string, most: number): string => excerpt(text.slice(0, most * 4), most)

/** One property of a video: requested and delivered. `finding` is missing if nothing was judged. */
export type VideoRow = { what: string; asked: string; delivered: string; finding?: VideoFinding }

const ROWS = [
  { clause: 'media.resolution', what: 'Resolution', asked: ({ resolution }) => resolution, delivered: sizeOf },
  { clause: 'media.ratio', what: 'Ratio', asked: ({ ratio }) => ratio, delivered: shapeOf },
  {
    clause: 'media.duration',
    what: 'Duration',
    asked: ({ duration }) => `${plain(duration)} s`,
    delivered: ({ delivered }) => unitOf(delivered?.duration, ' s'),
  },
  {
    clause: 'media.fps',
    what: 'Frame rate',
    asked: ({ fps }) => `${plain(fps)} fps`,
    delivered: ({ delivered }) => unitOf(delivered?.fps, ' fps'),
  },
  {
    clause: 'media.bit-depth',
    what: 'Bit depth',
    asked: ({ bit_depth: depth }) => (depth === undefined ? 'default' : `${depth} bit`),
    delivered: ({ delivered }) => unitOf(delivered?.bit_depth, ' bit'),
  },
] as const satisfies readonly {
  clause: VideoFinding['clause']
  what: string
  asked(asked: VideoReport['asked']): string
  delivered(video: VideoReport): string | undefined
}[]

const UNKNOWN = 'unknown'

export function rowsOf(video: VideoReport): VideoRow[] {
  return ROWS.map(({ clause, what, asked, delivered }) => {
    const finding = video.findings.find((each) => each.clause === clause)
    return { what, asked: asked(video.asked), delivered: delivered(video) ?? UNKNOWN, ...(finding && { finding }) }
  })
}

/** Wrong findings that are neither in a row nor in the outcome. */
export const furtherWrongs = ({ findings, outcome }: VideoReport): Extract<VideoFinding, { is: 'wrong' }>[] =>
  findings.filter(
    (finding) =>
      finding.is === 'wrong' &&
      !ROWS.some(({ clause }) => clause === finding.clause) &&
      (outcome === 'video' || finding.clause !== 'media.url-leads-to-a-video'),
  ) as Extract<VideoFinding, { is: 'wrong' }>[]

/** The most severe of its findings; passed only if the run tested the clauses of all findings. */
export function standingOfVideo({ findings }: VideoReport, report: Report): Standing | undefined {
  const all = findings.map((finding) => standingOfFinding(finding, report))
  const [worst] = all
    .filter((each) => each !== undefined)
    .toSorted((one, other) => GRAVEST.indexOf(one.tone) - GRAVEST.indexOf(other.tone))
  return worst?.tone === 'good' && all.includes(undefined) ? undefined : worst
}

const GRAVEST: readonly Standing['tone'][] = ['bad', 'warn', 'waived', 'doubtful', 'none', 'good']

/** As severe as the failed clause; undefined if the run did not test the clause. */
export function standingOfFinding({ clause, is }: VideoFinding, report: Report): Standing | undefined {
  const own = report.clauses.find(({ id }) => id === clause)
  if (own?.verdict === 'skip') return undefined
  const verdict = ({ right: 'pass', wrong: 'fail', unread: 'inconclusive' } as const)[is]
  return standingOf({ level: 'must', ...own, verdict }, report)
}

export const isWrong = ({ findings }: VideoReport): boolean => findings.some(({ is }) => is === 'wrong')

/** Most severe first, otherwise in the order of the run. */
export function gravestFirst(report: Report): VideoReport[] {
  const rank = (video: VideoReport) => GRAVEST.indexOf(standingOfVideo(video, report)?.tone ?? 'none')
  return report.videos.toSorted((one, other) => rank(one) - rank(other))
}

/** Why there is no complete video. */
export function outcomeInWords({ outcome, what = '' }: VideoReport): string | undefined {
  const about = what === '' ? '' : `: ${what}`
  switch (outcome) {
    case 'video':
      return undefined
    case 'no video':
      return `The response is not a video${about}`
    case 'not whole':
      return `The file is incomplete${about}`
    case 'unread':
      return `gatecheck could not read the file${about}`
    case 'refused':
      return `The server refused its url${about}`
    case 'cut':
      return `The download was cut off${about}`
    case 'unreachable':
      return `Its url did not respond${about}`
    case 'not fetched':
      return `The video was not downloaded${about}`
  }
}

/** Cost of the downloads in one line. */
export function videosInWords({ videos }: Pick<Report, 'videos'>): string | undefined {
  if (videos.length === 0) return undefined
  const count = new Set(videos.map(({ submission }) => submission)).size
  const requests = videos.reduce((sum, each) => sum + each.requests, 0)
  const read = bytesInWords(videos.reduce((sum, { bytes }) => sum + bytes, 0))
  return `${counted(count, 'video')} inspected (${counted(requests, 'request')}, ${read})`
}

/** At most three digits: 310 kB. */
export function bytesInWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  const [value, unit] =
    bytes < 999_500 ? [bytes / 1e3, 'kB'] : bytes < 999.5e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

/** Limits in the unit in which they are given: 32 MiB. */
export function limitInWords(bytes: number): string {
  const units = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024 }
  const [unit, worth] = Object.entries(units).find(([, each]) => bytes % each === 0) ?? []
  return unit === undefined || worth === undefined ? bytesInWords(bytes) : `${bytes / worth} ${unit}`
}

function sizeOf({ delivered }: VideoReport): string | undefined {
  if (delivered?.width === undefined || delivered.height === undefined) return undefined
  return `${plain(delivered.width)}x${plain(delivered.height)}`
}

/** Common aspect ratios. */
const SHAPES = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9', '9:21', '4:1', '1:4']
const NEAR = 0.015

function shapeOf({ asked, delivered }: VideoReport): string | undefined {
  const { width, height } = delivered ?? {}
  if (width === undefined || height === undefined || !(width > 0 && height > 0)) return undefined
  const shape = width / height
  const named = [asked.ratio, ...SHAPES].find((each) => {
    const [across = 0, down = 1] = each.split(':').map(Number)
    return Math.abs((shape * down) / across - 1) <= NEAR
  })
  return named ?? `${shape.toFixed(2)}:1`
}

const unitOf = (value: number | undefined, unit: string) => (value === undefined ? undefined : `${plain(value)}${unit}`)

const plain = (value: number) => String(Number(value.toFixed(3)))
