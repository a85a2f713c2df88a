import { describe, expect, it } from 'vitest'
import type { Began } from '../../runner/history/entry/entries.ts'
import { RecordingInMemory } from '../../runner/history/recording.ts'
import { answered, BEGAN, polled } from '../../runner/judging/handwritten-for-tests.ts'
import { fail } from '../../runner/judging/verdict.ts'
import {
  brokenAt,
  fullReport,
  HOSTILE,
  passed,
  sampleExchange,
  sampleReport,
} from '../../runner/report/sample-report-for-tests.ts'
import { sampleVideo, wrongVideo } from '../../runner/report/sample-videos-for-tests.ts'
import type { VideoReport } from '../../runner/report/videos.ts'
import { CLAUSES } from '../../spec/clauses.ts'
import { hostileRun, OBEYED, RUNS, recordOf } from '../hostile-run-for-tests.ts'
import { html } from './markup.ts'
import { htmlReport } from './page.ts'

describe('markup', () => {
  it('escapes whatever is put into it, and only that', () => {
    expect(html`<b title="${'"'}">${'<i> & `x`'}</b>`.text).toBe('<b title="&quot;">&lt;i&gt; &amp; &#96;x&#96;</b>')
  })

  it('takes markup as it is, also in lists, and leaves out what is not there', () => {
    expect(html`${[html`<i>1</i>`, html`<i>2</i>`]}${undefined}${false}${null}${0}`.text).toBe('<i>1</i><i>2</i>0')
  })

  it('shows control characters, changes of direction and halves of pairs as what they are', () => {
    expect(html`${'\u0000\u001b\u202e\ud800'}`.text).toBe('\\u0000\\u001b\\u202e\\ud800')
  })
})

const record = (exchanges: number) => ({
  report: sampleReport(
    { 'auth.unknown-key': brokenAt('GET /models', 'GET /usage'), 'paths.version-once': passed },
    { verdict: 'fail', exit: 1 },
  ),
  history: new RecordingInMemory(Array.from({ length: exchanges }, (_, index) => sampleExchange(index + 1))),
})

describe('the page', () => {
  it('holds no more of a run of 20,000 exchanges than of a small one, but for numbers', () => {
    const small = htmlReport(record(100)).length
    expect(htmlReport(record(20_000)).length).toBeLessThan(small * 1.2)
  })

  it('says whose server it was where nobody named one', () => {
    const began: Began = { ...BEGAN, target: { baseUrl: 'http://127.0.0.1:34567/v1', embedded: true } }
    const whose = 'https://api.example.com/v1, the embedded reference service</h1>'
    expect(htmlReport(recordOf(sampleReport({}), [began]))).toContain(whose)
    expect(htmlReport(recordOf(sampleReport({}), [BEGAN]))).toContain('<h1>https://api.example.com/v1</h1>')
  })

  it('is bounded, however much a server sends', () => {
    expect(htmlReport(hostileRun('x'.repeat(1_000_000))).length).toBeLessThan(500_000)
  })

  it('holds no character that a program would obey', () => {
    expect(htmlReport(hostileRun(HOSTILE))).not.toMatch(OBEYED)
  })

  it('lets nothing run but its own script, and fetches nothing', () => {
    const page = htmlReport(record(3))
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)!
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/]{43}='/)
    expect(page).not.toMatch(/\b(src|srcset|background|action|data)=/)
  })

  it('says what was broken, what was expected, what came, and how to try it', () => {
    const page = htmlReport(record(9))
    for (const text of [
      'auth.unknown-key',
      'GET /models',
      '401',
      'curl -i',
      'gatecheck run --base-url https://api.example.com/v1 --only auth.unknown-key --profile standard --seed 42',
    ])
      expect(page).toContain(text)
  })

  it.each(Object.entries({ ...RUNS, hostile: hostileRun(HOSTILE) }))(
    'leads nowhere that is not there: %s',
    (_, run) => {
      const page = htmlReport(run)
      const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(ids).toEqual([...new Set(ids)])
      const targets = [...page.matchAll(/(?: href="#| popovertarget="| aria-labelledby=")([^"]+)"/g)].map(
        ([, id]) => id,
      )
      expect(targets.filter((id) => !ids.includes(id))).toEqual([])
    },
  )

  it('has each exchange that it cites, and how to see it in the terminal', () => {
    const page = htmlReport({ ...record(9), historyPath: 'my runs/history.jsonl' })
    expect(page).toContain('<a href="#exchange-3">exchange 3</a>')
    for (const n of [1, 2, 3]) {
      expect(page).toContain(`<figure id="exchange-${n}">`)
      expect(page).toContain(`<code>gatecheck show ${n} &#39;my runs&#39;</code>`)
    }
    expect(htmlReport(record(9))).toContain('<code>gatecheck show 2</code>')
  })

  it('says what an answer lacks that the good one has, and what the clause demands', () => {
    const good = answered(200, {
      body: { id: 'a', status: 'queued', stage: 'generating' },
      headers: { 'X-A': '1', Link: 'x' },
    })
    const bare = answered(200, { twin: good.n, body: { id: 'b', status: 'queued' } })
    const refused = answered(429, { posted: '{}', body: { error: {} } })
    const running = polled({ id: 'c', status: 'running' })
    const brokenBy = (...evidence: number[]) => fail([{ expected: 'this', received: 'that', evidence }], 1)
    const report = sampleReport({
      'jobs.queued-stage-is-a-listed-word': brokenBy(bare.n),
      'capacity.retry-after-present': brokenBy(refused.n),
      'jobs.running-has-a-stage': brokenBy(running.n),
    })
    const page = htmlReport(recordOf(report, [good, bare, refused, running]))
    const missing = [...page.matchAll(/<b>missing:<\/b> ([^<\n]*)/g)].map(([, text]) => text)
    expect(missing.sort()).toEqual([
      '&quot;stage&quot;: &quot;generating&quot;',
      '&quot;stage&quot;: generating or enhancing',
      'Link: x',
      'Retry-After: a number of seconds',
    ])
  })

  it('tells cases by job and by endpoint, and not by the ids of jobs', () => {
    const order = answered(202, { posted: '{"resolution":"4k","duration":60}' })
    const polls = [1, 2, 3].map(() => polled({ status: 'running' }, { job: order.n, polled: '8f3a-1c' }))
    const other = answered(500, { path: '/v1/usage' })
    const shown = [...polls, other]
    const violations = shown.map(({ n, request }) => ({
      case: `${request.method} ${request.path}`,
      expected: 'this',
      received: 'that',
      evidence: [n],
    }))
    const job = { id: '8f3a-1c', body: order.request.body!, submission: order.n, states: [] }
    const report = sampleReport({ 'jobs.running-has-a-stage': fail(violations, 9) }, { jobs: [job] })
    const page = htmlReport(recordOf(report, [order, ...shown]))
    expect(page).toContain('<summary>Job 1, 4k, 60 s <span class="count">3 cases</span></summary>')
    expect(page).toContain('<summary>GET /usage <span class="count">1 case</span></summary>')
    const [, what] = /<dt>Case<\/dt><dd>(.*?)<\/dd>/.exec(page)!
    expect(what).toBe('Job 1, 4k, 60 s <span class="faint">(4 cases of 9 tried: Job 1, 4k, 60 s; GET /usage)</span>')
  })

  it('says what each section that it names says, in the rules of its clauses', () => {
    const page = htmlReport(record(3))
    const [, law] = /<div popover class="law" id="law-5-2"(.*?)<button/s.exec(page)!
    const ofSection = CLAUSES.filter(({ section }) => section === '§5.2')
    for (const { rule } of ofSection) expect(law).toContain(rule.replaceAll("'", '&#39;'))
    expect(page).toContain('<button type="button" class="tag law" popovertarget="law-5-2"')
  })

  it('has a card for each video, with what was asked for beside what came, and what the file says of itself', () => {
    const page = htmlReport(recordOf(fullReport))
    const cards = [...page.matchAll(/<article class="video (\w+)"(?:.|\n)*?<\/article>/g)]
    expect(cards.map(([, tone]) => tone)).toEqual(['bad', 'bad', 'good'])
    const [wrong = '', none, right] = cards.map(([text]) => text)
    expect(wrong).toContain('1080p, such as 1920x1080</td><td class="bad">')
    expect(wrong).toContain('4 s (sum of the samples), though the movie header says 5 s')
    expect(wrong.match(/aria-label="right"/g)).toHaveLength(2)
    expect(wrong).toContain('mp4, hevc')
    expect(wrong).toContain('2 requests, 131 kB of 3.2 MB read')
    expect(wrong).toContain('<div>1920x1080 <span class="faint">sample entry</span></div>')
    expect(wrong).toContain('aria-label="The shape of the video, 1280x720"')
    expect(wrong).toContain('sound (aac)')
    expect(none).toContain('It is no video: an HTML page.')
    expect(none).not.toContain('<table')
    expect(right).not.toContain('class="bad"')
  })

  it('opens the videos where one is wrong, with those before a fold, and says in a line that all are right', () => {
    const of = (...videos: VideoReport[]) => htmlReport(recordOf(sampleReport({}, { videos })))
    const open = '<details class="part" open><summary><h2>Videos</h2>'
    const right = sampleVideo()
    const passing = of(...Array.from({ length: 14 }, () => right))
    expect(passing).not.toContain(open)
    expect(passing).toContain('1 video looked at, 28 requests, 1.8 MB; all just as asked for</span>')
    expect(passing).toContain('<h3>2 more videos</h3></summary>')
    const failing = of(right, wrongVideo, right)
    expect(failing).toContain(open)
    expect(failing).toContain('; 1 not as asked for</span>')
    expect(failing).toContain('<h3>2 more videos</h3> <span class="gist">in which nothing wrong was found</span>')
    expect(of()).not.toContain('id="videos"')
  })

  it('leads from a broken clause to the videos that break it', () => {
    const broken = (id: 'media.resolution' | 'auth.unknown-key') =>
      htmlReport(recordOf(sampleReport({ [id]: brokenAt('a') }, { videos: [wrongVideo] })))
    expect(broken('media.resolution')).toContain('<p><a href="#videos">')
    expect(broken('auth.unknown-key')).not.toContain('<p><a href="#videos">')
    // An order differs from the poll that led to its video in everything, which says nothing.
    expect(broken('auth.unknown-key')).toContain('Compared with')
    expect(broken('media.resolution')).not.toContain('Compared with')
  })

  it('lets a picture in where there is one, as data and from nowhere else', () => {
    const of = (frame: string) => htmlReport(recordOf(sampleReport({}, { videos: [sampleVideo({ frame })] })))
    const still = `data:image/jpeg;base64,${'/9j/'.repeat(3000)}`
    expect(of(still)).toContain(`<img class="still" alt="The first picture of the video" src="${still}">`)
    expect(of(still)).toContain('; img-src data:; base-uri')
    for (const bad of ['https://evil.example/x.png', 'data:image/svg+xml;base64,AAAA', `${still}" onerror="x`]) {
      expect(of(bad)).not.toContain('<img')
      expect(of(bad)).not.toContain('img-src')
    }
  })

  it('holds so many pictures and no more', () => {
    const frame = 'data:image/png;base64,AAAA'
    const videos = Array.from({ length: 30 }, () => sampleVideo({ frame }))
    expect(htmlReport(recordOf(sampleReport({}, { videos }))).match(/<img/g)).toHaveLength(16)
  })

  it('fetches the file to try a failure of a video again', () => {
    const poll = polled({ id: 'j1', status: 'succeeded', url: 'https://a.example/f.mp4' })
    const failed = fail([{ expected: '1080p', received: '720p', evidence: [poll.n] }], 1)
    const report = sampleReport({ 'media.resolution': failed, 'jobs.id-is-the-one-polled': failed })
    const page = htmlReport({ report, history: new RecordingInMemory([poll]) })
    expect(page.match(/This file alone \(needs jq\)/g)).toHaveLength(1)
    expect(page.match(/curl -sSL -D - -o video/g)).toHaveLength(1)
    expect(page.match(/This request alone/g)).toHaveLength(1)
  })

  it('has one entry for one cause', () => {
    const page = htmlReport({
      report: sampleReport({ 'auth.unknown-key': brokenAt('a', 'b'), 'auth.every-request-anew': brokenAt('c', 'd') }),
      history: new RecordingInMemory([1, 2, 3].map((n) => ({ ...answered(200), n }))),
    })
    expect(page).toContain('The same probes also fail 1 other clause: auth.every-request-anew')
    expect(page.match(/<h3 id="clause-/g)).toHaveLength(1)
  })
})
