import { get, post } from '../parts/api.js'
import { ask } from '../parts/dialogs.js'
import { h, head, notice, redraw } from '../parts/dom.js'
import { field, whenSent } from '../parts/forms.js'
import { dayOf, number, timeOf } from '../parts/words.js'

const SPEEDS = [1, 10, 60, 1000]
const MOVES = [
  ['+10 s', 10],
  ['+1 min', 60],
  ['+10 min', 600],
  ['+1 h', 3600],
  ['+1 day', 86_400],
]

/** Controls the clock and restores snapshots. */
export function showClock(panel, { live }) {
  const face = h('p', { class: 'face numbers' })
  const day = h('p', { class: 'faint' })
  const pace = h('p', { class: 'pace', role: 'status' })
  const speeds = h('div', { class: 'row' })
  const snapshots = h('div', { class: 'stack' })
  const set = (path, body) => async () => {
    try {
      live.setClock(await post(`/control/clock/${path}`, body))
    } catch (error) {
      notice(error.message, { bad: true })
    }
  }
  const button = (text, path, body, more = {}) =>
    h('button', { type: 'button', 'data-key': text, onclick: set(path, body), ...more }, text)
  const show = () => {
    tick()
    if (panel.hidden || !live.clock) return
    const { speed, isStopped } = live.clock
    pace.textContent = isStopped
      ? 'Stopped.'
      : speed === 1
        ? 'Running at real speed.'
        : `Running at ${number(speed)} times real speed.`
    redraw(
      speeds,
      button('Stop', 'stop', undefined, { 'aria-pressed': String(isStopped) }),
      SPEEDS.map((each) =>
        button(`${number(each)}×`, 'run', { speed: each }, { 'aria-pressed': String(!isStopped && speed === each) }),
      ),
    )
  }
  const tick = () => {
    const now = live.now()
    face.textContent = timeOf(now)
    day.textContent = dayOf(now)
  }
  const timer = setInterval(() => {
    if (!panel.isConnected) clearInterval(timer)
    else if (!panel.hidden) tick()
  }, 500)
  live.onChange(show)
  panel.append(
    head('Clock', 'Expiry and waits use the time of the service. Move the clock to skip a wait.'),
    h(
      'div',
      { class: 'halves' },
      h(
        'section',
        { class: 'card clock', 'aria-label': 'Time' },
        face,
        day,
        pace,
        speeds,
        h('h2', {}, 'Move'),
        h(
          'div',
          { class: 'row' },
          MOVES.map(([text, by]) => button(text, 'move', { by })),
          h(
            'button',
            { type: 'button', onclick: () => set('move', { to: new Date().toISOString() })() },
            'Set to real time',
          ),
        ),
        moveForm(live),
      ),
      h(
        'section',
        { class: 'card stack', 'aria-label': 'Reset' },
        h('h2', {}, 'Reset'),
        h(
          'p',
          { class: 'small faint' },
          'Restores accounts, keys, jobs and the time, and clears the journal. Console users can still sign in, with the keys of that time.',
        ),
        snapshots,
      ),
    ),
  )
  const load = async () => drawSnapshots(snapshots, (await get('/control/snapshots')).snapshots, load, live)
  return () => {
    show()
    load().catch((error) => notice(error.message, { bad: true }))
  }
}

const moveForm = (live) =>
  whenSent(
    h(
      'form',
      { class: 'inline' },
      field({
        label: 'Seconds',
        name: 'by',
        type: 'number',
        step: 'any',
        value: '120',
        hint: 'Enter a negative number to go back.',
      }),
      h('button', {}, 'Move'),
    ),
    async ({ by }) => live.setClock(await post('/control/clock/move', { by: Number(by) })),
  )

function drawSnapshots(list, names, load, live) {
  const reset = (name) =>
    ask(`Reset to ${name}?`, 'Newer keys and jobs are deleted. Clients that use those keys get 401.', {
      verb: 'Reset',
      async act() {
        await post('/control/reset', { name })
        live.clear()
        live.setClock(await get('/control/clock'))
        notice(`Restored ${name}.`)
      },
    })
  redraw(
    list,
    names.length === 0 &&
      h(
        'p',
        { class: 'small' },
        'No snapshots. This service stores its state in a file, so it has no initial snapshot.',
      ),
    names.length > 0 &&
      h(
        'ul',
        { class: 'on' },
        names.map((name) =>
          h(
            'li',
            {},
            h('span', { class: 'mono' }, name),
            h(
              'button',
              {
                type: 'button',
                class: 'slim',
                'data-key': `reset ${name}`,
                onclick: () => reset(name),
                'aria-label': `Reset to ${name}`,
              },
              'Reset',
            ),
          ),
        ),
      ),
    whenSent(
      h(
        'form',
        { class: 'inline' },
        field({
          label: 'New snapshot',
          name: 'name',
          maxlength: 80,
          autocomplete: 'off',
          placeholder: 'before the burst',
        }),
        h('button', {}, 'Take'),
      ),
      async ({ name }) => {
        await post('/control/snapshots', { name })
        await load()
      },
    ),
  )
}
