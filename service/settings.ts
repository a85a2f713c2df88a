import type { Dialect } from './dialects/dialect.ts'
import { DEFAULT_DIALECT, dialectCalled } from './dialects/index.ts'
import type { SettingChange } from './interface/adjust.ts'
import type { Settings } from './interface/world.ts'

/** Settings given by the user. */
export type ServiceSettings = {
  dialect?: string | Dialect
  /** Limit of unfinished jobs per account; default: the dialect's. */
  capacity?: number | undefined
  /** Polls until a job finishes; default: the dialect's. */
  polls?: number | undefined
  clock?: Settings['clock']
  failingPrompt?: string
  imageUrl?: string
}

const CLOCK_OF_THE_MACHINE: Settings['clock'] = { now: () => Date.now() }

/** Given settings, then the changes of layers. */
function settingsFrom(given: ServiceSettings, changes: readonly SettingChange[]): Settings {
  const changed = <Name extends keyof Settings>(name: Name, bare: Settings[Name]) =>
    changes
      .filter((each) => each.name === name)
      .reduce<unknown>((before, { change }) => change(before), bare) as Settings[Name]
  const { dialect: chosen = DEFAULT_DIALECT } = given
  const dialect = changed('dialect', typeof chosen === 'object' ? chosen : dialectCalled(chosen))
  return {
    dialect,
    capacity: changed('capacity', given.capacity ?? dialect.room ?? Number.POSITIVE_INFINITY),
    polls: changed('polls', given.polls ?? dialect.jobs.polls),
    clock: changed('clock', given.clock ?? CLOCK_OF_THE_MACHINE),
    failingPrompt: changed('failingPrompt', given.failingPrompt ?? 'A video that cannot be made'),
    imageUrl: changed('imageUrl', given.imageUrl ?? 'https://images.example.com/lighthouse.png'),
  }
}

export type LivingSettings = {
  now(): Settings
  tell(more: ServiceSettings): void
  changeBy(changes: readonly SettingChange[]): void
  /** The settings with other changes. */
  of(changes: readonly SettingChange[]): Settings
}

/** The current settings; a change that throws has no effect. */
export function livingSettings(first: ServiceSettings): LivingSettings {
  let given = first
  let changes: readonly SettingChange[] = []
  let settings = settingsFrom(given, changes)
  const settle = (toldNow: ServiceSettings, changesNow: readonly SettingChange[]) => {
    settings = settingsFrom(toldNow, changesNow)
    given = toldNow
    changes = changesNow
  }
  return {
    now: () => settings,
    tell: (more) => settle({ ...given, ...more }, changes),
    changeBy: (others) => settle(given, others),
    of: (others) => settingsFrom(given, others),
  }
}
