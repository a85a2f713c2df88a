import { expect, test } from 'vitest'
import { HOSTILE_TEXTS, OBEYED } from '../../../reporters/hostile-run-for-tests.ts'
import { DRIFT_REPORTERS } from './index.ts'
import { DRIFTS, hostileDrift, hostileLog, sampleLog } from './sample-drift-for-tests.ts'

test('each reporter has a unique name and file', () => {
  const files = Object.entries(DRIFT_REPORTERS).map(([name, { file }]) => `${name}: ${file}`)
  expect(files).toEqual(['json: drift.json', 'html: drift.html', 'junit: drift-junit.xml', 'markdown: drift.md'])
})

test.each(Object.entries(DRIFT_REPORTERS))('%s is reproducible, without control sequences', (_, { render }) => {
  expect(render(DRIFTS.breaking)).toBe(render(structuredClone(DRIFTS.breaking)))
  for (const text of HOSTILE_TEXTS) expect(render(hostileDrift(text), { log: hostileLog(text) })).not.toMatch(OBEYED)
})

test.each(['html', 'junit', 'markdown'])('%s names file and folder if they are not the defaults', (name) => {
  const text = DRIFT_REPORTERS[name]!.render(DRIFTS.breaking, {
    folder: 'today',
    baseline: 'b.json',
    log: sampleLog(9),
  })
  expect(text).toContain('gatecheck show 11 today')
  expect(text).toContain('gatecheck drift accept de3863bf51fc --baseline b.json --out today --reason')
})
