import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const SCRUBBER = fileURLToPath(new URL('./scrubber.ts', import.meta.url))
const CHARACTERS = 800_000
/** Of the whole process, which takes some fifty by itself: a run holds as much besides, and has to stay below 400. */
const MOST_MEGABYTES = 220

/** Each puts single characters of a key into as many places as a text of that length has. */
const FORMS: Record<string, string> = {
  'in strings of a list': 'JSON.stringify([...key]) + ","',
  'one after the other, escaped in percents':
    '[...key].map((each) => "%" + each.charCodeAt(0).toString(16)).join("") + " "',
  'in full-width letters': '[...key].map((each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)).join("")',
}

const program = (form: string) => `
  import { Scrubber } from ${JSON.stringify(SCRUBBER)}
  const key = 'cl_4Rt9xKq2Zw83hhPmA7cDk1Lq0Zx5Vb6N'
  const one = ${form}
  const text = '[' + one.repeat(${CHARACTERS} / one.length) + '1]'
  const scrubbed = new Scrubber(new Map([['A', key]])).scrub(text)
  console.log(JSON.stringify({ megabytes: process.resourceUsage().maxRSS / 1024, isScrubbed: scrubbed.includes('{{A') }))
`

it.each(Object.entries(FORMS))(
  'holds little of a long text that is full of a key in single characters, %s',
  (_, form) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program(form)], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    const { megabytes, isScrubbed } = JSON.parse(stdout)
    expect(isScrubbed).toBe(true)
    expect(megabytes).toBeLessThan(MOST_MEGABYTES)
  },
)
