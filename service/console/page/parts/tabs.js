import { byId, h } from './dom.js'

/**
 * One panel at a time, chosen by mouse, arrow keys or URL fragment. `views`: each draws its panel when first shown, and
 * may return a function to call each time it is shown.
 */
export function beginTabs(main, views) {
  const list = byId('tabs')
  const shown = new Map()
  const tabs = views.map(({ id, title, isFirstOfDevelopers }) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': id,
        class: isFirstOfDevelopers ? 'first-of-developers' : undefined,
        onclick: () => go(id),
      },
      title,
    ),
  )
  const panels = views.map(({ id }) =>
    h('section', { role: 'tabpanel', id, 'aria-labelledby': `tab-${id}`, hidden: true }),
  )
  const go = (id) => {
    // Navigating to a fragment would move the focus.
    if (location.hash !== `#${id}`) history.pushState(null, '', `#${id}`)
    show()
  }
  const show = () => {
    const asked = location.hash.slice(1).split('?')[0]
    const at = Math.max(
      0,
      views.findIndex(({ id }) => id === asked),
    )
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === at))
      tab.tabIndex = index === at ? 0 : -1
      panels[index].hidden = index !== at
    }
    tabs[at].scrollIntoView({ block: 'nearest', inline: 'nearest' })
    document.title = `${views[at].title}, gatecheck console`
    const { id, draw } = views[at]
    if (!shown.has(id)) shown.set(id, draw(panels[at]))
    shown.get(id)?.()
  }
  const move = (event) => {
    const at = tabs.indexOf(document.activeElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    const next = (to + tabs.length) % tabs.length
    tabs[next].focus()
    go(views[next].id)
  }
  list.replaceChildren(...tabs)
  list.onkeydown = move
  main.replaceChildren(...panels)
  addEventListener('hashchange', show)
  show()
  return () => removeEventListener('hashchange', show)
}
