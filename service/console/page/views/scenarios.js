import { change, get, post } from '../parts/api.js'
import { openDialog } from '../parts/dialogs.js'
import { empty, h, head, newId, notice, redraw, say } from '../parts/dom.js'
import { field, select, whenSent } from '../parts/forms.js'
import { counted } from '../parts/words.js'

const MOST_SHOWN = 40
const KINDS = [
  ['', 'All'],
  ['scenario', 'Scenarios'],
  ['dialect', 'Dialects'],
  ['fault', 'Faults'],
  ['variant', 'Variants'],
]

/** All scenarios, faults and variants as switches. */
export function showScenarios(panel) {
  const words = h('input', { type: 'search', placeholder: 'Search: “429”, “expired”, “html”…' })
  words.setAttribute('aria-label', 'Search scenarios')
  const kind = select('kind', KINDS, '')
  kind.setAttribute('aria-label', 'Kind')
  const count = h('p', { class: 'small faint', role: 'status' })
  const on = h('div', {})
  const list = h('ul', { class: 'switches' })
  const known = { all: [], played: [] }
  const load = async () => {
    known.played = (await get('/control/played')).played
    if (known.all.length === 0) known.all = (await get('/control/scenarios')).scenarios
    draw()
  }
  const draw = () => {
    const found = known.all.filter((each) => fits(each, words.value, kind.value))
    redraw(on, playing(known.played, load))
    redraw(
      list,
      found.slice(0, MOST_SHOWN).map((each) => item(each, known.played, load)),
    )
    const beyond = found.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} shown` : ''
    count.textContent = `${counted(found.length, 'result')}${beyond}`
    list.hidden = found.length === 0
  }
  for (const each of [words, kind]) each.addEventListener('input', draw)
  panel.append(
    head('Scenarios', 'Switch on behaviours to test your client: for all requests, or for one key, alias or prompt.'),
    on,
    h('div', { class: 'row filters', role: 'search' }, words, kind),
    count,
    list,
  )
  return () => load().catch((error) => notice(error.message, { bad: true }))
}

function fits({ play, kind, summary }, words, wanted) {
  if (wanted && kind !== wanted) return false
  const text = `${play} ${summary}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function playing(played, load) {
  if (played.length === 0)
    return empty('No active scenarios', 'The service behaves as specified. Switch on a scenario below.')
  return h(
    'section',
    { class: 'card', 'aria-label': 'Active scenarios' },
    h(
      'div',
      { class: 'row between' },
      h('h2', {}, `${counted(played.length, 'active scenario')}`),
      h(
        'button',
        {
          type: 'button',
          class: 'slim',
          'data-key': 'all off',
          onclick: () => act(() => change('DELETE', '/control/played'), 'All scenarios are off.', load),
        },
        'All off',
      ),
    ),
    h(
      'ul',
      { class: 'on' },
      played.map((each) =>
        h(
          'li',
          {},
          h('span', { class: 'mono' }, each.play),
          said(each),
          h(
            'button',
            {
              type: 'button',
              class: 'quiet slim bad',
              'data-key': `off ${each.as}`,
              'aria-label': `Switch ${each.as} off`,
              onclick: () => off(each, load),
            },
            'Off',
          ),
        ),
      ),
    ),
  )
}

function said({ with: values = {}, for: scope = {} }) {
  const parts = [
    ...Object.entries(values).map(([name, value]) => `${name} ${value}`),
    ...Object.entries(scope).map(([name, value]) => `only ${name} “${value}”`),
  ]
  return h('span', { class: 'small faint' }, parts.join(', ') || 'for all requests')
}

async function act(change, words, load) {
  try {
    await change()
    say(words)
  } catch (error) {
    notice(error.message, { bad: true })
  }
  await load()
}

const off = ({ as }, load) =>
  act(() => change('DELETE', `/control/played/${encodeURIComponent(as)}`), `${as} is off.`, load)

/** The switch plays it with defaults for all requests; a dialog sets anything else. */
function item(scenario, played, load) {
  const { play, kind, summary, parameters } = scenario
  const plain = played.find((each) => each.play === play && !each.with && !each.for)
  const id = newId('about')
  const turn = () => (plain ? off(plain, load) : act(() => post('/control/played', { play }), `${play} is on.`, load))
  const more = parameters.length > 0 ? 'Options…' : 'Scope…'
  const text = [h('span', { class: 'mono switch-name' }, play), h('span', { class: 'small summary', id }, summary)]
  return h(
    'li',
    {},
    h('button', {
      type: 'button',
      role: 'switch',
      class: 'switch',
      'aria-checked': plain ? 'true' : 'false',
      'aria-label': play,
      'aria-describedby': id,
      'data-key': `switch ${play}`,
      onclick: turn,
    }),
    h('div', { class: 'switch-text' }, ...text, h('span', { class: 'hidden' }, kind)),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet slim',
        'data-key': `with ${play}`,
        'aria-label': `${more} ${play}`,
        onclick: () => choose(scenario, load),
      },
      more,
    ),
  )
}

function choose({ play, summary, parameters }, load) {
  openDialog(play, (close) => [
    h('p', {}, summary),
    whenSent(
      h(
        'form',
        {},
        parameters.map(fieldOf),
        h(
          'fieldset',
          { class: 'scope' },
          h('legend', {}, 'Only for requests'),
          h(
            'div',
            { class: 'two' },
            field({ label: 'with the key', name: 'for.key', placeholder: 'label or id', autocomplete: 'off' }),
            field({ label: 'of the account', name: 'for.account', autocomplete: 'off' }),
            field({ label: 'with the model', name: 'for.model', placeholder: 'alias', autocomplete: 'off' }),
            field({ label: 'with these words in the prompt', name: 'for.prompt', autocomplete: 'off' }),
          ),
        ),
        h(
          'div',
          { class: 'row ends' },
          h('button', { type: 'button', onclick: close }, 'Cancel'),
          h('button', { class: 'main' }, 'Switch on'),
        ),
      ),
      async (fields) => {
        await post('/control/played', playFrom(play, fields))
        close()
        say(`${play} is on.`)
        await load()
      },
    ),
  ])
}

function fieldOf(parameter) {
  const { name, about, type, usual, least, most, oneOf, isWhole } = parameter
  const common = {
    label: name,
    name: `with.${name}`,
    hint: type === 'number' ? `${about}; ${least} to ${most}` : about,
  }
  const words = usual === undefined ? [['', 'default'], ...(oneOf ?? [])] : oneOf
  if (oneOf) return field({ ...common, control: select(`with.${name}`, words, usual ?? '') })
  const ways = type === 'number' ? { type: 'number', min: least, max: most, step: isWhole ? 1 : 'any' } : {}
  return field({ ...common, ...ways, value: usual ?? '', autocomplete: 'off' })
}

function playFrom(play, fields) {
  const part = (prefix) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name, value]) => name.startsWith(prefix) && value !== '')
        .map(([name, value]) => [name.slice(prefix.length), value]),
    )
  const [values, scope] = [part('with.'), part('for.')]
  return {
    play,
    ...(Object.keys(values).length > 0 && { with: values }),
    ...(Object.keys(scope).length > 0 && { for: scope }),
  }
}
