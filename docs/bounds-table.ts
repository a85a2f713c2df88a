import { markdownTable } from '../bench/markdown-table.ts'
import { BOUNDS_BY_SUBJECT, type Bound } from '../engine/config/bounds/bounds.ts'
import { OPTION_BOUNDS } from '../engine/config/option-bounds.ts'

/** Every limit on input from outside, by subject, for docs/reference/limits.md. */
export function boundsTable(): string {
  return Object.entries(BOUNDS_BY_SUBJECT)
    .map(([subject, bounds]) => `## ${subject}\n\n${tableOf(bounds)}`)
    .join('\n\n')
}

/** The limits that a user may set. */
export function optionsTable(): string {
  const rows = Object.entries(OPTION_BOUNDS).map(([option, { reason, beyond, heldBy }]) => [
    `\`${option}\``,
    reason,
    beyond,
    `[test](../../${heldBy})`,
  ])
  return markdownTable([['option', 'limits', 'beyond it', 'test'], ...rows])
}

function tableOf(bounds: Record<string, Bound>): string {
  const rows = Object.entries(bounds).map(([name, bound]) => [
    `\`${name}\``,
    amount(bound),
    bound.reason,
    bound.beyond,
    bound.option ? `\`${bound.option}\`` : '–',
    bound.heldBy ? `[test](../../${bound.heldBy})` : '–',
  ])
  return markdownTable([['limit', 'maximum', 'why', 'beyond it', 'option', 'test'], ...rows])
}

const LARGER: Partial<Record<Bound['unit'], [by: number, unit: string][]>> = {
  bytes: [
    [1024 * 1024, 'MiB'],
    [1024, 'KiB'],
  ],
  ms: [
    [60_000, 'min'],
    [1000, 's'],
  ],
}

function amount({ most, unit }: Bound): string {
  const [by, larger] = LARGER[unit]?.find(([size]) => most % size === 0) ?? [1, unit]
  return larger === 'pieces' ? `${most}` : `${most / by} ${larger}`
}
