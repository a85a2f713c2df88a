import { h, newId } from './dom.js'

/**
 * A dialog of the browser's own keeps the focus inside, closes at Escape and gives the focus back.
 * `content` gets what closes it; `sticky`: something in it is shown only once.
 */
export function openDialog(title, content, { sticky = false } = {}) {
  const id = newId('dialog')
  const from = document.activeElement
  const dialog = h('dialog', { 'aria-labelledby': id })
  const close = () => dialog.close()
  dialog.append(h('div', { class: 'stack' }, h('h2', { id }, title), ...content(close)))
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (from?.isConnected) from.focus()
  })
  if (sticky) dialog.addEventListener('cancel', (event) => event.preventDefault())
  else
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) close()
    })
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** Asks first; `act` may fail, and says so inside. */
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
