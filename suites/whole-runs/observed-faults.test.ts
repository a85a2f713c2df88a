import { beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { layerOf } from '../../fixtures/layer-of.ts'
import { brokenIn, knownOfThePlainDialect, ordinarySession } from './observed-for-tests.ts'
import type { Known } from './ordinary-client-for-tests.ts'

/** Faults that an ordinary session shows; of all, it shows about one in eight. */
const SHOWN = [
  'usage-shows-the-key',
  'debug-header-repeats-authorization',
  'session-header-holds-the-key-in-base64',
  'balance-shows-the-key-in-unicode-escapes',
  'poll-answers-json-inside-a-string',
  'poll-answers-text',
  'job-unknown-at-its-first-poll',
  'record-has-no-id',
  'record-has-the-id-in-capitals',
  'record-id-has-a-prefix',
  'running-in-capitals',
  'running-is-a-number',
  'succeeded-called-completed',
  'status-left-out-while-running',
  'running-without-stage',
  'running-stage-is-rendering',
  'queued-stage-is-waiting',
  'queued-stage-is-empty',
  'url-left-out',
  'url-is-null',
  'url-is-relative',
  'url-leads-to-ftp',
  'url-shown-once-only',
  'lack-of-room-called-invalid',
  'models-answer-201',
  'polls-answer-201',
  'models-labelled-as-text',
  'balance-without-label',
  'submission-answered-200',
  'submission-answered-201',
  'submission-with-options-answered-201',
  'accepted-with-an-empty-object',
  'accepted-with-null',
  'accepted-with-a-page',
  'accepted-with-the-id-only-in-a-header',
  'id-made-from-the-prompt-and-image',
  'answer-tells-480p-whatever-was-sent',
  'record-tells-24-fps-whatever-was-sent',
  'models-answer-204',
  'models-are-a-page',
  'models-are-json-cut-off',
  'usage-answers-500',
  'usage-is-csv',
  'balance-answers-403',
  'balance-is-a-page',
  'models-are-an-empty-list',
]

describe.concurrent("an ordinary client's session", () => {
  let known: Known
  beforeAll(async () => {
    known = await knownOfThePlainDialect()
  })

  it('shows no few faults', () => {
    expect(new Set(SHOWN).size).toBeGreaterThanOrEqual(40)
  })

  it.each(SHOWN)('shows the fault %s by the clause that it breaks', async (id) => {
    const fault = FAULTS.find((each) => each.id === id)!
    const options = { dialect: 'plain', polls: 4, layers: [layerOf(fault)] }
    const { report } = (await ordinarySession(startEmbedded(options), known)).run
    expect(brokenIn(report)).toContain(fault.breaks)
    expect(report.faults).toEqual([])
  })
})
