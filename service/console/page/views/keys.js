import { get, post } from '../parts/api.js'
import { ask, openDialog } from '../parts/dialogs.js'
import { copyButton, empty, h, head, notice, redraw, say } from '../parts/dom.js'
import { field, whenSent } from '../parts/forms.js'
import { counted, filmTime, number } from '../parts/words.js'

/** The account's keys with their usage: create, show once, revoke, replace. */
export function showKeys(panel) {
  const list = h('div', { class: 'stack' })
  const load = async () => draw(list, await get('/console/keys'), load)
  panel.append(
    head(
      'API keys',
      'Clients send a key with every request. The full key is shown once, when you create it. The service stores only a hash, a prefix and the last four characters.',
      h('button', { type: 'button', class: 'main', onclick: () => create(load) }, 'Create key'),
    ),
    list,
  )
  return () => load().catch((error) => notice(error.message, { bad: true }))
}

function draw(list, { account, keys }, load) {
  const inUse = keys.filter(({ revoked }) => !revoked)
  const revoked = keys.filter((key) => key.revoked)
  redraw(
    list,
    usage(account),
    inUse.length === 0
      ? empty('No keys yet', 'Create one key per program, so that you can revoke them separately.')
      : table('Keys in use', inUse, load),
    revoked.length > 0 &&
      h(
        'details',
        { class: 'revoked' },
        h('summary', {}, counted(revoked.length, 'revoked key')),
        table('Revoked keys', revoked),
      ),
  )
}

const usage = ({ name, plan, credits, used }) =>
  h(
    'dl',
    { class: 'figures', 'aria-label': 'Usage of the account' },
    figure('Account', name, `${plan} plan`),
    figure('Jobs', number(used.jobs)),
    figure('Video', filmTime(used.seconds)),
    figure('Credits used', number(used.credits), `${number(credits)} left`),
  )

const figure = (name, value, more) =>
  h('div', {}, h('dt', {}, name), h('dd', {}, value, more && h('span', { class: 'faint' }, more)))

function table(caption, keys, load) {
  const heads = ['Label', 'Key', 'Jobs', 'Video', 'Credits']
  return h(
    'div',
    { class: 'card' },
    h(
      'table',
      { class: 'keys' },
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((each) => h('th', { scope: 'col' }, each)),
          load && h('td', {}),
        ),
      ),
      h(
        'tbody',
        {},
        keys.map((key) => row(key, load)),
      ),
    ),
  )
}

function row(key, load) {
  const { id, label, prefix, lastFour, used } = key
  const cell = (name, value) => h('td', { class: 'numbers', 'data-name': name }, value)
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, label),
    h('td', { class: 'mono', 'data-name': 'Key' }, `${prefix}…${lastFour}`),
    cell('Jobs', number(used.jobs)),
    cell('Video', filmTime(used.seconds)),
    cell('Credits', number(used.credits)),
    load &&
      h(
        'td',
        { class: 'acts' },
        h(
          'button',
          {
            type: 'button',
            class: 'quiet slim',
            'data-key': `replace ${id}`,
            'aria-label': `Replace ${label}`,
            onclick: () => replace(key, load),
          },
          'Replace',
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'quiet slim bad',
            'data-key': `revoke ${id}`,
            'aria-label': `Revoke ${label}`,
            onclick: () => revoke(key, load),
          },
          'Revoke',
        ),
      ),
  )
}

function create(load) {
  openDialog('Create a key', (close) => [
    whenSent(
      h(
        'form',
        {},
        field({
          label: 'Label',
          name: 'label',
          maxlength: 60,
          autofocus: true,
          autocomplete: 'off',
          hint: 'For example “render farm” or “my laptop”.',
        }),
        h(
          'div',
          { class: 'row ends' },
          h('button', { type: 'button', onclick: close }, 'Cancel'),
          h('button', { class: 'main' }, 'Create key'),
        ),
      ),
      async ({ label }) => {
        const made = await post('/console/keys', { label })
        close()
        await load()
        showOnce(made)
      },
    ),
  ])
}

/** The key is in the page only while this dialog is open. */
function showOnce({ key, secret, baseUrl }) {
  const value = (name, text, copy) =>
    h(
      'div',
      { class: 'once' },
      h('h3', {}, name),
      h(
        'div',
        { class: 'value' },
        h('code', { tabindex: 0 }, text),
        copyButton(copy, () => text),
      ),
    )
  openDialog(
    `Key for ${key.label}`,
    (close) => [
      h('p', { class: 'warning' }, 'Copy the key now. It cannot be shown again. Replace it if you lose it.'),
      value('Key', secret, 'Copy key'),
      value('Base URL', baseUrl, 'Copy base URL'),
      h(
        'p',
        { class: 'small faint' },
        'Use it only on a server. Never put it in browser code, a public repository, screenshots or chat.',
      ),
      h('div', { class: 'row ends' }, h('button', { type: 'button', class: 'main', onclick: close }, 'Done')),
    ],
    { sticky: true },
  )
}

function revoke({ id, label }, load) {
  ask(`Revoke ${label}?`, 'Requests with this key will get 401. This cannot be undone.', {
    verb: 'Revoke key',
    async act() {
      await post(`/console/keys/${id}/revoke`)
      await load()
      say(`${label} is revoked.`)
    },
  })
}

function replace({ id, label }, load) {
  ask(`Replace ${label}?`, 'This creates a new key with the same label and revokes this one immediately.', {
    verb: 'Replace key',
    grave: false,
    async act() {
      const made = await post(`/console/keys/${id}/replace`)
      await load()
      queueMicrotask(() => showOnce(made))
    },
  })
}
