import { h, newId } from './dom.js'

/** A label, its control, a hint, and an error message. */
export function field({ label, name, hint, control, ...attributes }) {
  const id = newId(name)
  const input = control ?? h('input', { name, ...attributes })
  input.id = id
  input.setAttribute('aria-describedby', `${id}-wrong ${id}-hint`)
  return h(
    'div',
    { class: 'field', 'data-field': name },
    h('label', { for: id }, label),
    input,
    h('p', { class: 'hint', id: `${id}-hint`, hidden: !hint }, hint ?? ''),
    h('p', { class: 'wrong', id: `${id}-wrong` }),
  )
}

export const select = (name, options, value) =>
  h(
    'select',
    { name, value },
    options.map((each) => {
      const [key, text] = Array.isArray(each) ? each : [each, each]
      return h('option', { value: key }, text)
    }),
  )

/** Submits, and shows an error at its field, with the focus there. */
export function whenSent(form, send) {
  const failed = h('p', { class: 'failed-form', role: 'alert' })
  form.prepend(failed)
  form.noValidate = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = event.submitter
    if (form.dataset.busy) return
    form.dataset.busy = 'yes'
    button?.setAttribute('aria-disabled', 'true')
    clear(form, failed)
    try {
      await send(Object.fromEntries(new FormData(form)))
    } catch (error) {
      show(error, form, failed)
    } finally {
      delete form.dataset.busy
      button?.removeAttribute('aria-disabled')
    }
  })
  return form
}

function clear(form, failed) {
  failed.textContent = ''
  for (const wrong of form.querySelectorAll('.wrong')) wrong.textContent = ''
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

function show(error, form, failed) {
  const box = error.field ? form.querySelector(`[data-field="${CSS.escape(error.field)}"]`) : null
  if (!box) {
    failed.textContent = error.message
    return
  }
  box.querySelector('.wrong').textContent = error.message
  const input = box.querySelector('input, select, textarea')
  input.setAttribute('aria-invalid', 'true')
  input.focus()
}
