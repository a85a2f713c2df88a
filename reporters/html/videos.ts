import { isStill } from '../../engine/media/still.ts'
import type { VideoFinding, VideoReport } from '../outcome/delivered.ts'
import type { Report } from '../outcome/report.ts'
import {
  brief,
  bytesInWords,
  furtherWrongs,
  gravestFirst,
  isWrong,
  outcomeInWords,
  rowsOf,
  standingOfFinding,
  standingOfVideo,
  type VideoRow,
  videosInWords,
} from '../outcome/videos.ts'
import { counted } from '../words/counted.ts'
import { nameOfJob } from '../words/places.ts'
import { rowLink, sign } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { frame } from './pictures/frame.ts'

const MOST_PICTURES = 16
export const MOST_CHARACTERS = 220_000

/** The others are folded. */
const MOST_SHOWN = 12
const MOST_PLACES = 40
const LONGEST = 300

const WHATS: Record<string, string> = { bit_depth: 'bit depth', fps: 'frame rate', shape: 'displayed size' }

const nameOf = (what: string) => WHATS[what] ?? brief(what, 30)

/** Whether a page of this run holds a picture. */
export const hasStills = ({ videos }: Report): boolean => videos.some(({ frame: still }) => isStill(still))

/**
 * Each inspected video, with the requested values beside the delivered ones. If one is wrong, only wrong ones are open.
 */
export function videos(report: Report): Markup {
  if (report.videos.length === 0) return NOTHING
  const all = gravestFirst(report)
  const cards = cardsOf(all, report)
  const wrong = all.filter(isWrong).length
  const shown = Math.min(MOST_SHOWN, wrong > 0 ? wrong : all.length)
  const rest = cards.slice(shown)
  return html`<details class="part"${wrong > 0 && html` open`}><summary><h2>Videos</h2> <span class="gist">${videosInWords(report)}${gistOf(all, report)}</span></summary>
<div id="videos"><div class="videos">${cards.slice(0, shown)}</div>
${rest.length > 0 && html`<details class="part line"><summary><h3>${counted(rest.length, 'more video')}</h3>${shown === wrong && html` <span class="gist">without failures</span>`}</summary><div class="videos">${rest}</div></details>`}
${all.length > cards.length && html`<p class="faint">The other ${all.length - cards.length} are in report.json.</p>`}
</div></details>`
}

function cardsOf(all: readonly VideoReport[], report: Report): Markup[] {
  const cards: Markup[] = []
  let left: number = MOST_CHARACTERS
  let stills = 0
  for (const [index, { frame: still, ...video }] of all.entries()) {
    const picture = isStill(still) && stills++ < MOST_PICTURES ? { frame: still } : {}
    const made = card({ ...video, ...picture }, index + 1, report)
    left -= made.text.length - (picture.frame?.length ?? 0)
    if (left < 0) break
    cards.push(made)
  }
  return cards
}

function gistOf(all: readonly VideoReport[], report: Report): string {
  const wrong = all.filter(isWrong).length
  const untold = all.filter((each) => !isWrong(each) && each.findings.some(({ is }) => is === 'unread')).length
  const isRight = (finding: VideoFinding) => standingOfFinding(finding, report)?.tone === 'good'
  if (all.every(({ findings }) => findings.length > 0 && findings.every(isRight))) return ': all match the request'
  return [
    ...(wrong > 0 ? [`; ${wrong} ${wrong === 1 ? 'does' : 'do'} not match the request`] : []),
    ...(untold > 0 ? [`; ${untold} only partly checked`] : []),
  ].join('')
}

function card(video: VideoReport, number: number, report: Report): Markup {
  const standing = standingOfVideo(video, report)
  const outcome = outcomeInWords(video)
  const id = `video-${number}`
  return html`<article class="video${standing && ` ${standing.tone}`}" id="${id}" aria-labelledby="${id}-title">
<div class="top">${frame(video)}<div><h3 id="${id}-title">${standing && html`${sign(standing)} `}${nameOfJob(video.submission, report)}</h3>
${video.again && html`<p>Second download: complete file.</p>`}
${video.delivered && html`<p>${brief(video.delivered.container, 30)}, ${brief(video.delivered.codec, 30)}</p>`}
<p class="faint">${readInWords(video)}</p></div></div>
${outcome !== undefined && html`<p class="outcome">${brief(outcome, LONGEST)}.</p>`}
${
  video.delivered || outcome === undefined
    ? rows(video, report)
    : html`<p class="faint">Requested: ${rowsOf(video)
        .map(({ asked }) => asked)
        .join(', ')}.</p>`
}
${furtherWrongs(video).map((finding) => further(finding, report))}
${video.delivered && says(video)}
</article>`
}

/** The effort of the inspection. */
function readInWords({ requests, bytes, size }: VideoReport): string {
  const of = size === undefined || size === bytes ? '' : ` of ${bytesInWords(size)}`
  return `${bytesInWords(bytes)}${of} downloaded in ${counted(requests, 'request')}`
}

function rows(video: VideoReport, report: Report): Markup {
  return html`<table><thead><tr><th scope="col"><span class="hidden">Property</span></th><th scope="col">Requested</th><th scope="col">Delivered</th></tr></thead>
<tbody>${rowsOf(video).map((row) => rowMarkup(row, report))}</tbody></table>`
}

/** Failed or inconclusive values in the words of the judge. */
function rowMarkup({ what, asked, delivered, finding }: VideoRow, report: Report): Markup {
  const standing = finding && standingOfFinding(finding, report)
  const [left, right] =
    finding?.is === 'wrong'
      ? [finding.expected, finding.received]
      : [asked, finding?.is === 'unread' ? finding.why : delivered]
  return html`<tr><th scope="row">${what}</th><td>${brief(left, LONGEST)}</td><td${standing && html` class="${standing.tone}"`}>${standing ? html`${sign(standing)} ` : html`<span class="sign none" role="img" aria-label="not judged" title="not judged">·</span> `}${brief(right, LONGEST)}</td></tr>`
}

function further(finding: ReturnType<typeof furtherWrongs>[number], report: Report): Markup {
  const standing = standingOfFinding(finding, report)
  return html`<p class="outcome">${standing && html`${sign(standing)} `}${rowLink(finding.clause, report)}: expected ${brief(finding.expected, LONGEST)}; received ${brief(finding.received, LONGEST)}</p>`
}

/** Every place in the file that states a value; if they differ, the first one counts. */
function says({ delivered, sha256 }: VideoReport): Markup {
  const { says: told = [], unread = [], besides = [] } = delivered ?? {}
  if (told.length + unread.length + besides.length === 0 && sha256 === undefined) return NOTHING
  const groups = [...Map.groupBy(told.slice(0, MOST_PLACES), ({ what }) => what)]
  return html`<details class="says"><summary>Metadata of the file</summary><dl>
${groups.map(([what, places]) => html`<dt>${nameOf(what)}</dt><dd>${places.map(({ by, value }) => html`<div>${brief(value, 40)} <span class="faint">${brief(by, 80)}</span></div>`)}</dd>`)}
${unread.slice(0, MOST_PLACES).map(({ what, why }) => html`<dt>${nameOf(what)}</dt><dd>could not be read: ${brief(why, LONGEST)}</dd>`)}
${
  besides.length > 0 &&
  html`<dt>other</dt><dd>${besides
    .slice(0, MOST_PLACES)
    .map((each) => brief(each, 40))
    .join(', ')}</dd>`
}
${sha256 !== undefined && html`<dt>SHA-256</dt><dd><code class="digest">${brief(sha256, 80)}</code></dd>`}
</dl></details>`
}
