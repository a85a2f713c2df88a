import { byId } from './dom.js'

const KEPT = 'gatecheck-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Follows the system until the user chooses. */
export function beginTheme() {
  const root = document.documentElement
  const button = byId('theme')
  const isDark = () => (root.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark'
  const name = () => {
    button.textContent = isDark() ? 'Light' : 'Dark'
    button.setAttribute('aria-label', isDark() ? 'Use light colours' : 'Use dark colours')
  }
  const kept = localStorage.getItem(KEPT)
  if (kept === 'light' || kept === 'dark') root.dataset.theme = kept
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    localStorage.setItem(KEPT, root.dataset.theme)
    name()
  })
  dark.addEventListener('change', name)
  name()
}
