/** Unreadable parts of a history. `isReadBeside`: the part after the damage was read. */
type Damage = { damaged: readonly number[]; cutOff: boolean; isReadBeside?: boolean }

/** A sentence for each problem of a history, which is read as far as possible. */
export function damageInWords(path: string, { damaged, cutOff, isReadBeside = false }: Damage): string[] {
  const [first, ...others] = damaged
  return [
    ...(first === undefined
      ? []
      : [
          isReadBeside
            ? `${path} is damaged in ${others.length === 0 ? `line ${first}` : `${damaged.length} lines, the first of them line ${first}`}: their content is lost; the rest was read.`
            : `${path} is damaged in line ${first}: only the lines before it were read.`,
        ]),
    ...(cutOff ? [`${path} ends in an incomplete line, which was ignored.`] : []),
  ]
}
