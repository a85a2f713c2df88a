import { html, Markup, NOTHING } from '../../../reporters/html/markup.ts'
import { STYLE } from '../../../reporters/html/style.ts'
import type { Amount } from '../../../reporters/outcome/report.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { Level } from '../../../spec/clause.ts'
import { OPEN_POINTS } from '../../../spec/open-points.ts'
import { VERSION_SEGMENT } from '../../../spec/words.ts'
import type { Statement } from '../document/statement.ts'
import { whoAnswered } from './who-answered.ts'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** A printable page. It proves nothing by itself: the signed file does. */
export function certificatePage({ subject, predicate }: Statement): string {
  const { target, suite, law, startedAt, finishedAt, clauses, choices, waivers, notCovered, signer, seed, counts } =
    predicate
  const { reductions = [] } = predicate
  const answered = whoAnswered(target)
  const isReduced = reductions.length > 0
  const day = startedAt.slice(0, 10)
  const waivedMusts = clauses.filter((each) => each.level === 'must' && each.waived !== undefined).length
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Certificate: ${target.baseUrl}, gatecheck</title>
<style>${new Markup(STYLE)}${new Markup(OWN_STYLE)}</style>
</head>
<body>
<main class="certificate${(waivedMusts > 0 || isReduced) && ' marked'}">
<p class="kind">${isReduced ? 'Reduced certificate' : 'Certificate'} of conformance${waivedMusts > 0 && `, except for ${counted(waivedMusts, 'waived must clause')}`}${isReduced && html` <small>${reductions.join('; ')}</small>`}</p>
<h1>${target.baseUrl}</h1>
<p class="words">Passed every must clause of the interface specification ${VERSION_SEGMENT} that was tested${waivedMusts > 0 && ', except those waived below'}. ${isReduced ? 'Reduced' : 'Full'} run of ${suite.name} ${suite.version} on <time datetime="${startedAt}">${day}</time>.</p>
<section class="judged" aria-label="Results by level">${level('must')}${level('should')}</section>
${waivers.length > 0 && html`<h2>Waived</h2><ul>${waivers.map(({ clause, reason, state }) => html`<li><code>${clause}</code> (${state}): ${reason}</li>`)}</ul>`}
${notCovered.length > 0 && html`<h2>Not covered</h2><p>${counted(notCovered.length, 'clause has', 'clauses have')} no check in this version of gatecheck: ${notCovered.map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}.</p>`}
${answered.length > 0 && html`<h2>Server identity</h2><dl class="proof">${answered.map(([name, value]) => row(name, value))}</dl>`}
<h2>Verify this certificate</h2>
<p>This page shows the contents of the signed file. Verify both with:</p>
<pre tabindex="0" role="group" aria-label="Verify command">npx gatecheck verify certificate.json --key PUBLIC-KEY.pem --history DIR</pre>
<dl class="proof">
${row('Signing key fingerprint', signer.keyid)}
${row('SHA-256 of the history', subject[0]?.digest.sha256 ?? '')}
${row(`SHA-256 of the specification data (${VERSION_SEGMENT})`, law.sha256)}
${row('Started, finished', `${startedAt}, ${finishedAt}`)}
${row('Requests', `${counts.exchanges}, of which ${counts.generated} generated with seed ${seed}`)}
${row('Jobs', String(counts.jobs))}
</dl>
${choices.length > 0 && html`<details><summary>Implementation choices</summary><dl>${choices.map(({ id, choice }) => html`<dt>${questionOf(id)}</dt><dd>${choice}</dd>`)}</dl></details>`}
<details><summary>Verdict of each clause</summary><ul>${clauses.map(({ id, verdict, waived, amount }) => html`<li><code>${id}</code>: ${waived === undefined ? WORDS[verdict] : 'failed, waived'}${amount && `; ${inNumbers(amount)}`}</li>`)}</ul></details>
</main>
</body>
</html>
`.text

  function level(of: Level): Markup {
    const own = clauses.filter((clause) => clause.level === of)
    if (own.length === 0) return NOTHING
    const held = own.filter(({ verdict }) => verdict === 'pass').length
    return html`<p><b class="count">${held}</b> of ${counted(own.length, `${of} clause`)} passed</p>`
  }
}

const WORDS = { pass: 'passed', fail: 'failed (warning)', inconclusive: 'inconclusive', skip: 'not tested' } as const

const inNumbers = ({ cases, generated, parallel }: Amount) =>
  `${counted(cases, 'case')}, ${generated} generated, up to ${parallel} in parallel`

const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`

const questionOf = (id: string) => OPEN_POINTS.find((point) => point.id === id)?.question ?? id

const OWN_STYLE = `
.certificate { max-width: 46rem; margin: 2.5rem auto; padding: 2.5rem; border: 2px solid var(--good); border-radius: 12px; }
.certificate .kind { color: var(--good); font-size: 1.75rem; font-weight: 800; margin: 0 0 .5rem; }
.certificate .kind small { display: block; font-size: 1rem; }
.certificate .words { font-size: 1.0625rem; }
.certificate h2 { font-size: 1.0625rem; margin: 1.75rem 0 .4rem; }
.certificate .count { font-size: 2rem; color: var(--good); }
.certificate.marked { border-color: var(--warn); } .certificate.marked .kind, .certificate.marked .count { color: var(--warn); }
.proof { display: grid; gap: .5rem; } .proof dt { color: var(--soft); font-size: .875rem; } .proof dd { margin: 0; overflow-wrap: anywhere; }
.certificate dd, .certificate li { overflow-wrap: anywhere; }
@media (max-width: 46rem) { .certificate { margin: .75rem; padding: 1.25rem; } }
@media print { .certificate { margin: 0; border-width: 1px; } }
`
