import { html, type Markup, NOTHING } from '../../../../reporters/html/markup.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import type { DriftReport } from '../../report.ts'
import { concludeDrift, isWhole } from '../conclusion.ts'
import { standingIn } from '../entries.ts'
import { spentInWords } from '../spent.ts'
import { STANDINGS, type StandingName } from '../standing.ts'

/** Whether anything relevant has changed, and how certain that is. */
export function firstScreen(report: DriftReport): Markup {
  const { word, tone, words } = concludeDrift(report)
  return html`<header class="verdict ${tone}">
<p class="word">${word}</p>
<h1>${report.target.baseUrl}</h1>
<p class="words">${words}</p>
<p class="faint">${whenAndHow(report)}</p>
</header>
<section class="judged" aria-label="Changes and sensitivity">
${changes(report)}
${proof(report)}
</section>`
}

function whenAndHow(report: DriftReport): Markup {
  const { startedAt, suite, profile, baseline, target } = report
  const when = `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)} UTC`
  const other = baseline.target.baseUrl === target.baseUrl ? '' : ` of ${baseline.target.baseUrl}`
  return html`<time datetime="${startedAt}">${when}</time>, ${spentInWords(report)}, profile ${profile}, against a baseline${other} of ${counted(baseline.rounds, 'round')} (profile ${baseline.profile}), ${suite.name} ${suite.version}`
}

type Part = { tone: string; words: string; count: number; href?: string; plain?: true }

function share(title: string, parts: readonly Part[]): Markup {
  const shown = parts.filter(({ count }) => count > 0)
  return html`<div class="share"><h2>${title}</h2>
<div class="bar" aria-hidden="true">${shown.map(({ tone, count }) => html`<span class="${tone}" style="flex-grow:${count}"></span>`)}</div>
<p>${shown.map(({ tone, words, count, href, plain }, index) => html`${index > 0 && ', '}${href === undefined ? html`<span class="${tone}">${!plain && html`<b>${count}</b> `}${words}</span>` : html`<a class="${tone}" href="#${href}"><b>${count}</b> ${words}</a>`}`)}</p></div>`
}

function changes(report: DriftReport): Markup {
  const names = ['breaking', 'elsewhere', 'compatible', 'accepted'] as const satisfies StandingName[]
  const parts = names.map((name) => ({
    ...{ tone: STANDINGS[name].tone, words: WORDS[name], href: name },
    count: standingIn(report, name).length,
  }))
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  const others: Part[] = [
    { tone: 'doubtful', words: 'too few samples', count: report.seldom.length, href: 'seldom' },
    { tone: 'none', words: 'not checked', count: report.notLookedAt.length, href: 'not-looked-at' },
    { tone: 'none', words: 'not compared', count: report.notCompared.length, href: 'not-compared' },
  ]
  const told = [...parts, ...others]
  if (!isWhole(report) && all === 0) return share('Changes unknown', told)
  if (told.every(({ count }) => count === 0))
    return share('No changes', [{ tone: 'good', words: 'everything checked is unchanged', count: 1, plain: true }])
  return share(all === 0 ? 'No changes in what was checked' : counted(all, 'change'), told)
}

const WORDS = {
  breaking: 'breaking',
  elsewhere: 'not read by your client',
  compatible: 'compatible',
  accepted: 'accepted',
} as const

/** Finding nothing means something only if changes would have been found. */
function proof({ proof: { found, notPlanted, missed } }: DriftReport): Markup {
  const planted = found.length + missed.length
  if (planted + notPlanted.length === 0) return NOTHING
  return share(`Sensitivity: ${counted(planted, 'seeded change')}`, [
    { tone: 'good', words: 'found', count: found.length, href: 'proof' },
    { tone: 'bad', words: 'missed', count: missed.length, href: 'proof' },
    { tone: 'none', words: 'not applicable', count: notPlanted.length, href: 'proof' },
  ])
}
