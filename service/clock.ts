export type Clock = { now(): number }

/** The clock of one service, with adjustable speed and time. */
export type ServiceClock = Clock & {
  /** Service seconds per real second; 0 while stopped. */
  readonly speed: number
  run(speed?: number): void
  stop(): void
  /** Enter a negative number to go back. */
  moveBy(ms: number): void
  moveTo(time: number): void
  /** Waits in the service's own time; resolves early when the signal aborts or the clock closes. */
  sleep(ms: number, until?: AbortSignal): Promise<void>
  /** Wakes all sleepers. */
  close(): void
}

/** The longest delay that setTimeout accepts. */
const LONGEST_TIMER = 2 ** 31 - 1

type Sleeper = { due: number; wake: () => void }

export function serviceClock(machine: Clock = { now: () => Date.now() }): ServiceClock {
  let speed = 1
  let since = { machine: machine.now(), shown: machine.now() }
  const sleepers = new Set<Sleeper>()
  let timer: NodeJS.Timeout | undefined

  const exactly = () => since.shown + (machine.now() - since.machine) * speed
  const change = (shown: number, speedFromNow = speed) => {
    since = { machine: machine.now(), shown }
    speed = speedFromNow
    wakeWhoIsDue()
  }
  const wakeWhoIsDue = () => {
    clearTimeout(timer)
    const now = exactly()
    for (const sleeper of [...sleepers]) if (sleeper.due <= now) sleeper.wake()
    const next = Math.min(...[...sleepers].map(({ due }) => due))
    if (speed === 0 || next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(wakeWhoIsDue, Math.min(LONGEST_TIMER, Math.ceil((next - now) / speed)))
  }

  return {
    now: () => Math.floor(exactly()),
    get speed() {
      return speed
    },
    run: (times = 1) => change(exactly(), aSpeed(times)),
    stop: () => change(exactly(), 0),
    moveBy: (ms) => change(exactly() + aNumber(ms)),
    moveTo: (time) => change(aNumber(time)),
    sleep(ms, until) {
      if (!(ms > 0) || until?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper)
          until?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper = { due: exactly() + ms, wake }
        sleepers.add(sleeper)
        until?.addEventListener('abort', wake)
        wakeWhoIsDue()
      })
    },
    close() {
      clearTimeout(timer)
      for (const { wake } of [...sleepers]) wake()
    },
  }
}

function aSpeed(times: number): number {
  if (!(aNumber(times) > 0))
    throw new RangeError(`the speed of a clock must be greater than 0, not ${times}; stop the clock instead`)
  return times
}

function aNumber(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a valid time`)
  return value
}
