import { Command, Option as CommanderOption, Help, InvalidArgumentError } from 'commander'
import { flagOf } from '../../engine/config/network-names.ts'
import {
  defaultOf,
  HEADINGS,
  type Option,
  type OptionName,
  optionEntries,
  type RunOption,
} from '../../engine/config/options.ts'
import { InvalidValue } from '../../engine/config/values.ts'
import type { Io } from '../io.ts'

/** Declaration of an option. */
export type CommandOption = Option & {
  group?: keyof typeof HEADINGS | 'behaviour'
  isHidden?: boolean
  isRequired?: boolean
  /** Value without the option; the help shows `default`, or else this value. */
  preset?: unknown
}

type CommandOptions = Readonly<Record<string, CommandOption>>

/** Runs a command; returns its exit code, or sets it in `io`. */
type Action = (io: Io, options: never, ...args: never[]) => unknown

export type CommandEntry = {
  name: string
  about: string
  /** Arguments for commander: flags, help, default. */
  arguments?: readonly (readonly [flags: string, help: string, preset?: string])[]
  usage?: string
  options?: CommandOptions
  after?: string
  commands?: readonly CommandEntry[]
  /** Loads the action on demand, so that help and other commands start fast. */
  load?: () => Promise<Action>
}

export function commandOf(entry: CommandEntry, io: Io): Command {
  const { name, about, arguments: args = [], usage, options = {}, after, commands = [], load } = entry
  const command = new Command(name).description(about).configureHelp({ optionDescription })
  if (usage !== undefined) command.usage(usage)
  for (const each of args) command.argument(...each)
  addOptions(command, options)
  if (after !== undefined) command.addHelpText('after', after)
  for (const each of commands) command.addCommand(commandOf(each, io))
  if (load)
    command.action(async (...given: unknown[]) => {
      const action = await load()
      const code = await action(io, command.opts() as never, ...(given.slice(0, -2) as never[]))
      if (typeof code === 'number') io.exitCode = code
    })
  return command
}

/** The options of a command that runs suites; those that it does not use are accepted and hidden. */
export function runOptions(command: NonNullable<RunOption['unused']>[number] | 'run') {
  const all = optionEntries().map(([name, option]) => {
    const isHidden = option.unused?.some((each) => each === command) ?? false
    return [name, { ...option, isHidden }]
  })
  return Object.fromEntries(all) as Record<OptionName, CommandOption>
}

/** Shorter lists need no headings. */
const LONGEST_WITHOUT_HEADINGS = 10

function addOptions(command: Command, options: CommandOptions): void {
  const hasHeadings = Object.keys(options).length > LONGEST_WITHOUT_HEADINGS
  for (const [name, option] of Object.entries(options)) {
    const { group, not, isHidden = false } = option
    if (hasHeadings && group) command.optionsGroup(group === 'behaviour' ? 'Behaviour:' : HEADINGS[group])
    command.addOption(flagFor(name, option).hideHelp(isHidden || not !== undefined))
    if (not === undefined) continue
    command.addOption(new CommanderOption(flagOf(name).replace('--', '--no-'), not).hideHelp(isHidden))
  }
}

function flagFor(name: string, option: CommandOption): CommanderOption {
  const { takes, help, preset, isRequired = false } = option
  const isPreset = preset !== undefined
  const shown = defaultOf(option)
  const about = shown === undefined || isPreset ? help : `${help} (default: ${shown})`
  const flag = new CommanderOption(takes === undefined ? flagOf(name) : `${flagOf(name)} ${takes}`, about)
  if (takes !== undefined) flag.argParser((text, before) => readTyped(option, text, before))
  if (option.bare !== undefined) flag.preset(option.bare)
  if (isPreset) flag.default(preset, option.default)
  return flag.makeOptionMandatory(isRequired)
}

/** Without the preset, which the option's help names. */
function optionDescription(option: CommanderOption): string {
  return new Help().optionDescription(Object.assign(Object.create(option), { presetArg: undefined }))
}

function readTyped(option: Option, text: string, before: unknown): unknown {
  try {
    return option.read(text, before)
  } catch (error) {
    if (error instanceof InvalidValue) throw new InvalidArgumentError(error.message)
    throw error
  }
}
