import { get, post, Refused } from '../parts/api.js'
import { submissionAsCurl } from '../parts/curl.js'
import { copyButton, empty, h, head, notice, redraw, say } from '../parts/dom.js'
import { field, select, whenSent } from '../parts/forms.js'
import { pretty } from '../parts/words.js'
import { watch } from './ripening.js'

const RESOLUTIONS = ['480p', '720p', '1080p', '2k', '4k']
const RATIOS = ['16:9', '9:16', '1:1', '4:3', '21:9']
const UNSAID = ['', 'Default']

/** Submits and polls as a client would, and shows the results. */
export function showTrial(panel, { session }) {
  const keys = h('select', { name: 'key' })
  const models = h('select', { name: 'model' })
  const results = h('div', { class: 'stack', 'aria-label': 'Submitted jobs' })
  const nothing = empty('No jobs yet', 'Submitted jobs and their polls appear here.')
  const form = orderForm(keys, models, session)
  results.append(nothing)
  panel.append(
    head('Test page', 'Submit a job as your client would and watch its polls. It counts against the selected key.'),
    h('div', { class: 'trial' }, form, results),
  )

  const loadModels = async () => {
    const { aliases, status, text } = keys.value
      ? await get(`/console/models?key=${encodeURIComponent(keys.value)}`)
      : { aliases: [] }
    const before = models.value
    redraw(
      models,
      aliases.map((alias) => h('option', { value: alias }, alias)),
    )
    if (aliases.includes(before)) models.value = before
    if (keys.value && aliases.length === 0)
      notice(`GET /models returned no aliases: ${status ?? ''} ${text.slice(0, 200)}`, { bad: true })
  }
  const load = async () => {
    const all = await get('/console/keys')
    const usable = all.keys.filter(({ revoked }) => !revoked)
    const before = keys.value
    redraw(
      keys,
      usable.map(({ id, label, lastFour }) => h('option', { value: id }, `${label} (…${lastFour})`)),
    )
    if (usable.some(({ id }) => id === before)) keys.value = before
    form.querySelector('.no-key').hidden = usable.length > 0
    await loadModels()
  }
  keys.addEventListener('change', () => loadModels().catch(failed))
  whenSent(form, async (fields) => {
    const order = orderFrom(fields)
    const seen = await post('/console/videos', { key: fields.key, order })
    nothing.remove()
    const card = shownAnswer({ seen, order, key: fields.key, session, every: Number(fields.every) })
    results.prepend(card)
    card.scrollIntoView({ block: 'nearest' })
  })
  return () => load().catch(failed)
}

const failed = (error) => {
  if (!(error instanceof Refused)) throw error
  notice(error.message, { bad: true })
}

function orderForm(keys, models, { baseUrl }) {
  const numeric = { type: 'number', inputmode: 'decimal', step: 'any', autocomplete: 'off' }
  const form = h(
    'form',
    { class: 'card order' },
    h('h2', {}, 'New job'),
    h(
      'p',
      { class: 'warning no-key', hidden: true },
      'You have no key yet. ',
      h('a', { href: '#keys' }, 'Create one'),
      ' first.',
    ),
    h(
      'div',
      { class: 'two wide-first' },
      field({ label: 'Key', name: 'key', control: keys }),
      field({ label: 'Model', name: 'model', control: models }),
    ),
    field({
      label: 'Prompt',
      name: 'prompt',
      control: h('textarea', { name: 'prompt', rows: 3, value: 'A lighthouse in the fog, seen from the sea' }),
    }),
    field({
      label: 'Image URL',
      name: 'image_url',
      type: 'url',
      autocomplete: 'off',
      placeholder: 'https://…',
      hint: 'A public https image, instead of or in addition to a prompt.',
    }),
    h(
      'div',
      { class: 'wishes' },
      field({ label: 'Resolution', name: 'resolution', control: select('resolution', [UNSAID, ...RESOLUTIONS], '') }),
      field({ label: 'Duration, s', name: 'duration', placeholder: '5', ...numeric }),
      field({ label: 'FPS', name: 'fps', placeholder: '24', ...numeric }),
      field({ label: 'Ratio', name: 'ratio', placeholder: '16:9', list: 'ratios', autocomplete: 'off' }),
      field({
        label: 'Bit depth',
        name: 'bit_depth',
        control: select('bit_depth', [UNSAID, ['8', '8 bit'], ['10', '10 bit']], ''),
      }),
      field({
        label: 'Poll every',
        name: 'every',
        control: select(
          'every',
          [
            ['3000', '3 s'],
            ['1000', '1 s'],
            ['250', '¼ s'],
            ['0', 'manually'],
          ],
          '3000',
        ),
      }),
    ),
    h(
      'datalist',
      { id: 'ratios' },
      RATIOS.map((value) => h('option', { value })),
    ),
  )
  const curl = copyButton('Copy as curl', () =>
    submissionAsCurl(baseUrl, orderFrom(Object.fromEntries(new FormData(form)))),
  )
  form.append(h('div', { class: 'row' }, h('button', { class: 'main' }, 'Submit'), curl))
  return form
}

/** Sends the form unchanged: missing and invalid values are left to the service. */
function orderFrom({ key: _, every: __, ...fields }) {
  const said = Object.entries(fields).filter(([, value]) => value !== '')
  return Object.fromEntries(said.map(([name, value]) => [name, NUMBERS.has(name) ? Number(value) : value]))
}

const NUMBERS = new Set(['duration', 'fps', 'bit_depth'])

function shownAnswer({ seen, order, key, session, every }) {
  if (seen.job !== null) return watch({ id: seen.job, seen, order, key, session, every })
  say(seen.status === null ? 'No response to the submission.' : `The submission returned ${seen.status}.`)
  const code = seen.status === null ? 'no response' : String(seen.status)
  return h(
    'article',
    { class: 'card job' },
    h('div', { class: 'top' }, h('h2', {}, wishIn(order)), h('span', { class: 'tag bad' }, code)),
    h('p', {}, refusalInWords(seen)),
    h('pre', { tabindex: 0, 'aria-label': 'Response' }, pretty(seen.text)),
  )
}

function refusalInWords({ status, retryAfter }) {
  if (status === null) return 'No response. The service may have created a job: see Jobs.'
  if (status === 429) return `No capacity at the moment.${retryAfter ? ` Try again in ${retryAfter} s.` : ''}`
  if (status < 300) return 'Accepted, but the response has no job id of your account.'
  return 'The service rejected the request.'
}

const wishIn = ({ prompt, image_url }) => prompt || image_url || 'Empty request'
