/** `right`: columns of numbers. */
export function markdownTable([head = [], ...rows]: readonly string[][], right: readonly number[] = []): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const cell = (text: string, column: number) =>
    right.includes(column) ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  const ruler = widths.map((width, column) =>
    right.includes(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [line(head), line(ruler), ...rows.map(line)].join('\n')
}
