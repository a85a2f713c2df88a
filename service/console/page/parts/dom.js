const SVG = 'http://www.w3.org/2000/svg'

/** Creates an element with attributes, listeners (`onclick`) and children; strings are never parsed as HTML. */
export function h(tag, attributes = {}, ...children) {
  return made(document.createElement(tag), attributes, children)
}

export function svg(tag, attributes = {}, ...children) {
  return made(document.createElementNS(SVG, tag), attributes, children)
}

function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (name === 'value') element.value = value
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false))
  // A select has no options before its children exist.
  if (attributes.value !== undefined && element.localName === 'select') element.value = attributes.value
  return element
}

export const byId = (id) => document.getElementById(id)

let names = 0
export const newId = (what) => `${what}-${++names}`

/** Redraws, and restores the focus by `data-key`. */
export function redraw(container, ...children) {
  const key = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
  container.replaceChildren(...children.flat(3).filter(Boolean))
  if (key !== undefined) container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
}

/** Announces a change to screen readers. */
export function say(text) {
  const said = byId('said')
  said.textContent = ''
  requestAnimationFrame(() => {
    said.textContent = text
  })
}

const SHOWN_FOR_MS = 6000

/** Shows a message at the edge of the page. */
export function notice(text, { bad = false } = {}) {
  const close = () => box.remove()
  const box = h(
    'div',
    { class: bad ? 'notice bad' : 'notice', role: bad ? 'alert' : 'status' },
    h('span', {}, text),
    h('button', { type: 'button', onclick: close }, 'Close'),
  )
  byId('notices').replaceChildren(box)
  if (!bad) setTimeout(close, SHOWN_FOR_MS)
}

/** Copies the text at the time of the click. */
export function copyButton(label, text) {
  const button = h('button', { type: 'button', class: 'slim' }, label)
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text())
    button.textContent = 'Copied'
    say('Copied')
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
  return button
}

export const empty = (title, text, ...more) =>
  h('div', { class: 'finder' }, h('h2', {}, title), h('p', {}, text), ...more)

export const head = (title, text, ...more) =>
  h('div', { class: 'head' }, h('div', {}, h('h1', {}, title), h('p', {}, text)), ...more)
