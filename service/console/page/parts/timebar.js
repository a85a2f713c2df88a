import { byId, h } from './dom.js'
import { number, timeOf } from './words.js'

const EVERY_MS = 500

/** The service's time, shown in every view. */
export function beginTimeBar(live) {
  const time = byId('time')
  const shown = h('span', { class: 'numbers' })
  const pace = h('span', { class: 'tag warn' })
  const draw = () => {
    time.hidden = !live.clock
    if (!live.clock) return
    const { speed, isStopped } = live.clock
    shown.textContent = timeOf(live.now())
    pace.textContent = isStopped ? 'stopped' : `${number(speed)}×`
    pace.hidden = !isStopped && speed === 1
  }
  time.replaceChildren(h('span', {}, 'Service time'), shown, pace)
  const timer = setInterval(draw, EVERY_MS)
  live.onChange(draw)
  return () => {
    clearInterval(timer)
    time.hidden = true
  }
}
