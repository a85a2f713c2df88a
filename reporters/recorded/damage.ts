/** What of a history could not be read. `isReadBeside`: what stands behind it was. */
type Damage = { damaged: readonly number[]; cutOff: boolean; isReadBeside?: boolean }

/** A sentence for each thing that is wrong with a history, which is read as far as it goes. */
export function damageInWords(path: string, { damaged, cutOff, isReadBeside = false }: Damage): string[] {
  const [first, ...others] = damaged
  return [
    ...(first === undefined
      ? []
      : [
          isReadBeside
            ? `${path} is damaged in ${others.length === 0 ? `line ${first}` : `${damaged.length} lines, of which ${first} is the first`}: what stood there is lost, and all else was read.`
            : `${path} is damaged in line ${first}: what stands before it was read, and nothing behind it.`,
        ]),
    ...(cutOff ? [`${path} was cut off in the middle of its last line, which is left out.`] : []),
  ]
}
