import { byId, h, newId } from './dom.js'

/**
 * A native dialog traps the focus, closes at Escape and restores the focus. `content` gets a function that closes it;
 * `sticky`: it shows something that cannot be shown again.
 */
export function openDialog(title, content, { sticky = false } = {}) {
  const id = newId('dialog')
  const from = document.activeElement
  const dialog = h('dialog', { 'aria-labelledby': id })
  // At once, so that its content leaves the page.
  const end = () => {
    if (!dialog.isConnected) return
    // After Escape the browser has already restored the focus, and a fast user may have moved it.
    const isElsewhere = document.activeElement !== document.body && !dialog.contains(document.activeElement)
    dialog.remove()
    if (!isElsewhere) giveBack(from)
  }
  const close = () => {
    dialog.close()
    end()
  }
  dialog.append(h('div', { class: 'stack' }, h('h2', { id }, title), ...content(close)))
  dialog.addEventListener('close', end)
  if (sticky) dialog.addEventListener('cancel', (event) => event.preventDefault())
  else
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) close()
    })
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** Focuses the previous element, or the one drawn in its place. */
function giveBack(from) {
  const key = from?.dataset.key
  const again = key === undefined ? null : document.querySelector(`[data-key="${CSS.escape(key)}"]`)
  const to = from?.isConnected ? from : (again ?? byId('main'))
  to.focus()
}

/** Asks for confirmation; an error of `act` is shown in the dialog. */
export function ask(title, text, { verb, act, grave = true }) {
  return openDialog(title, (close) => {
    const failed = h('p', { class: 'failed-form', role: 'alert' })
    const doIt = async () => {
      try {
        await act()
        close()
      } catch (error) {
        failed.textContent = error.message
      }
    }
    return [
      h('p', {}, text),
      failed,
      h(
        'div',
        { class: 'row ends' },
        h('button', { type: 'button', onclick: close, autofocus: true }, 'Cancel'),
        h('button', { type: 'button', class: grave ? 'grave' : 'main', onclick: doIt }, verb),
      ),
    ]
  })
}
