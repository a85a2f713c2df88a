/** `bytes 0-99/1000`; the size is unknown where a star stands for it. */
export function contentRangeOf(value: string | undefined): { from: number; to: number; size?: number } | undefined {
  const [, from, last, size] = /^\s*bytes\s+(\d+)\s*-\s*(\d+)\s*\/\s*(\d+|\*)\s*$/i.exec(value ?? '') ?? []
  if (from === undefined || last === undefined || Number(last) < Number(from)) return undefined
  return { from: Number(from), to: Number(last) + 1, ...(size !== '*' && { size: Number(size) }) }
}

export function lengthOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value.trim()) ? Number(value) : undefined
}
